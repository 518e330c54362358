// Written from the Rust types of the crate `wire`; BAILIWICK_WRITE_CONTRACT=1 cargo test --workspace contract.

export type ApprovalAnswer = { 
/**
 * The approval.
 */
id: string, 
/**
 * `allow` (this call, once) or `deny`.
 */
answer: string, 
/**
 * Why.
 */
why: string, };

export type ApprovalId = string;

export type ApprovalList = { 
/**
 * The company; all by default.
 */
company?: string, 
/**
 * Whether only those that wait are listed.
 */
waiting: boolean, };

export type ApprovalRow = { 
/**
 * The approval.
 */
id: string, 
/**
 * The company.
 */
company_id: string, 
/**
 * Who asks.
 */
employee_id: string, 
/**
 * The asker's name.
 */
employee_name: string, 
/**
 * The tool, `server/tool`.
 */
tool: string, 
/**
 * The arguments, whole, secrets masked.
 */
arguments: JsonValue, 
/**
 * `waiting`, `allowed`, `denied`, `expired` or `void`.
 */
state: string, 
/**
 * Why it has to be asked.
 */
why: string, 
/**
 * When asked, RFC 3339.
 */
asked_at: string, 
/**
 * When it expires, RFC 3339.
 */
deadline: string, 
/**
 * When answered, RFC 3339.
 */
answered_at: string | null, 
/**
 * By whom.
 */
answered_by: string | null, };

export type AuditList = { 
/**
 * The company; the only one by default.
 */
company?: string, 
/**
 * Only those before this one.
 */
before?: number, 
/**
 * At most so many; 100 by default, 1,000 at most.
 */
limit?: number, };

export type AuditReport = { 
/**
 * Whether every log is whole.
 */
verified: boolean, 
/**
 * Each log.
 */
logs: Array<LogReport>, 
/**
 * What this does not prove.
 */
caveat: string, };

export type AuditVerify = { 
/**
 * The company; every log of the installation by default.
 */
company?: string, };

export type AuthorityExplain = { 
/**
 * The company; the only one by default.
 */
company?: string, 
/**
 * The id, or a name that is unique.
 */
employee: string, 
/**
 * The tool, `server/tool`.
 */
tool: string, 
/**
 * Arguments of the call, a JSON object.
 */
arguments?: JsonValue, };

export type AuthorityGrant = { 
/**
 * The company; the only one by default.
 */
company?: string, 
/**
 * The id, or a name that is unique.
 */
employee: string, 
/**
 * `allow`, `ask` or `deny`.
 */
effect: string, 
/**
 * Which tools.
 */
pattern: string, 
/**
 * Why.
 */
note: string, 
/**
 * Said again where the grant overturns denies.
 */
confirm: boolean, };

export type AuthorityGrants = { 
/**
 * The company; the only one by default.
 */
company?: string, 
/**
 * The employee; all of the company by default.
 */
employee?: string, };

export type AuthorityRevoke = { 
/**
 * The company; the only one by default.
 */
company?: string, 
/**
 * The grant.
 */
grant: string, };

export type CallRow = { 
/**
 * When, RFC 3339.
 */
at: string, 
/**
 * Who.
 */
employee_name: string, 
/**
 * The operation.
 */
operation_id: string | null, 
/**
 * The tool, `server/tool`.
 */
tool: string, 
/**
 * `allow`, `ask` or `deny`.
 */
verdict: string, 
/**
 * The code of the decision.
 */
code: string, };

export type Channel = "agent" | "gateway" | "drill";

export type Charter = { 
/**
 * As the model gets it.
 */
prompt: string, };

export type Code = "allowed" | "needs_approval" | "denied_by_rule" | "not_listed" | "hard_denied" | "quarantined" | "unknown_tool" | "ambiguous_entry" | "employee_suspended" | "approval_declined" | "approval_expired" | "policy_unavailable";

export type CompanyFound = { 
/**
 * Its name.
 */
name: string, 
/**
 * A starter organization to hire.
 */
starter?: string, 
/**
 * Its folder; one in the data folder by default.
 */
workspace?: string, };

export type CompanyFounded = { 
/**
 * Everybody who is in it now, the operator first.
 */
hired: Array<EmployeeRow>, 
/**
 * The company.
 */
id: CompanyId, 
/**
 * Its name, unique in the installation.
 */
name: string, 
/**
 * The folder that the built-in server `workspace` works in.
 */
workspace: string, 
/**
 * What holds for a tool that no rule speaks of: `deny`, `ask` or `allow`.
 */
unlisted: string, 
/**
 * Active employees, humans not counted.
 */
employees: number, 
/**
 * When it was founded, RFC 3339.
 */
founded_at: string, };

export type CompanyId = string;

export type CompanyList = Record<symbol, never>;

export type CompanyRow = { 
/**
 * The company.
 */
id: CompanyId, 
/**
 * Its name, unique in the installation.
 */
name: string, 
/**
 * The folder that the built-in server `workspace` works in.
 */
workspace: string, 
/**
 * What holds for a tool that no rule speaks of: `deny`, `ask` or `allow`.
 */
unlisted: string, 
/**
 * Active employees, humans not counted.
 */
employees: number, 
/**
 * When it was founded, RFC 3339.
 */
founded_at: string, };

export type CompanyStarters = Record<symbol, never>;

export type DecidingLayer = "role" | "extension" | "company" | "employee" | "platform" | "unlisted";

export type Decision = { 
/**
 * The answer.
 */
verdict: Verdict, 
/**
 * Why.
 */
code: Code, 
/**
 * The rule that decided; nothing where a setting or a state did.
 */
deciding_rule: RuleRef | null, 
/**
 * The layer that decided; nothing for an unknown tool.
 */
layer: DecidingLayer | null, 
/**
 * Rules of the same layer and effect, which would have decided the same.
 */
beside: Array<RuleRef>, 
/**
 * Rules of another effect that lost.
 */
overruled: Array<RuleRef>, 
/**
 * Every layer, highest precedence first.
 */
trace: Array<TraceStep>, 
/**
 * The revision of the employee's rules.
 */
policy_revision: number, 
/**
 * SHA-256 of the tool's definition, hex; nothing for an unknown tool.
 */
tool_pin: string | null, 
/**
 * The person's answer that let an `ask` through.
 */
approval: ApprovalId | null, };

export type Diagnostic = { 
/**
 * What kind of fault, for programs.
 */
code: string, 
/**
 * Whether the file can be used all the same.
 */
severity: Severity, 
/**
 * The file, relative to its pack.
 */
file: string, 
/**
 * Counted from 1.
 */
line: number, 
/**
 * Counted from 1, in characters.
 */
column: number, 
/**
 * In characters, at least 1.
 */
length: number, 
/**
 * What is wrong, in one line.
 */
message: string, 
/**
 * What to do about it.
 */
help: string | null, };

export type Effect = "allow" | "ask" | "deny";

export type EmployeeCharter = { 
/**
 * The company; the only one by default.
 */
company?: string, 
/**
 * The id, or a name that is unique.
 */
employee: string, };

export type EmployeeHire = { 
/**
 * The company; the only one by default.
 */
company?: string, 
/**
 * The role: a full name, or a bare one that is unique.
 */
role: string, 
/**
 * The name.
 */
name: string, 
/**
 * The manager; the one that `reports_to` suggests by default.
 */
manager?: string, 
/**
 * Why the manager is another than the role's `reports_to` names; asked for only then.
 */
why?: string, 
/**
 * The digest of the plan that was approved.
 */
digest?: string, };

export type EmployeeHistory = { 
/**
 * The company; the only one by default.
 */
company?: string, 
/**
 * The id, or a name that is unique.
 */
employee: string, };

export type EmployeeId = string;

export type EmployeeList = { 
/**
 * The company; the only one by default.
 */
company?: string, 
/**
 * Whether contractors of runs and those who left are listed too.
 */
all: boolean, };

export type EmployeeManagers = { 
/**
 * The company; the only one by default.
 */
company?: string, 
/**
 * The role.
 */
role: string, };

export type EmployeePlan = { 
/**
 * The company; the only one by default.
 */
company?: string, 
/**
 * The role: a full name, or a bare one that is unique.
 */
role: string, 
/**
 * The name.
 */
name: string, 
/**
 * The manager; the one that `reports_to` suggests by default.
 */
manager?: string, };

export type EmployeeResume = { 
/**
 * The company; the only one by default.
 */
company?: string, 
/**
 * The id, or a name that is unique.
 */
employee: string, };

export type EmployeeRow = { 
/**
 * The employee.
 */
id: EmployeeId, 
/**
 * The company.
 */
company_id: CompanyId, 
/**
 * The name.
 */
name: string, 
/**
 * `agent` or `human`.
 */
kind: string, 
/**
 * The role's full name; nothing for a human.
 */
role_id: string | null, 
/**
 * The role's title, or what a human is called.
 */
title: string, 
/**
 * The pack of the role.
 */
pack_id: string | null, 
/**
 * The version that the employee was hired with.
 */
pack_version: string | null, 
/**
 * The level.
 */
level: string, 
/**
 * The manager.
 */
manager_id: EmployeeId | null, 
/**
 * `proposed`, `active`, `suspended` or `released`.
 */
state: string, 
/**
 * The run that a contractor works for.
 */
run_id: string | null, 
/**
 * What the employee does now: `idle`, `working` or `waiting`.
 */
activity: string, 
/**
 * Tools that may be called, asking included.
 */
tools: number, 
/**
 * All tools there are.
 */
tools_of: number, };

export type EmployeeShow = { 
/**
 * The company; the only one by default.
 */
company?: string, 
/**
 * The id, or a name that is unique.
 */
employee: string, };

export type EmployeeSuspend = { 
/**
 * The company; the only one by default.
 */
company?: string, 
/**
 * The id, or a name that is unique.
 */
employee: string, };

export type EmployeeTools = { 
/**
 * The company; the only one by default.
 */
company?: string, 
/**
 * The id, or a name that is unique.
 */
employee: string, };

export type EmployeeView = { 
/**
 * The manager.
 */
manager: EmployeeRow | null, 
/**
 * The direct reports.
 */
reports: Array<EmployeeRow>, 
/**
 * When hired, RFC 3339.
 */
hired_at: string, 
/**
 * Money that may be spent on paid models, in the company's currency.
 */
budget: number, 
/**
 * The employee.
 */
id: EmployeeId, 
/**
 * The company.
 */
company_id: CompanyId, 
/**
 * The name.
 */
name: string, 
/**
 * `agent` or `human`.
 */
kind: string, 
/**
 * The role's full name; nothing for a human.
 */
role_id: string | null, 
/**
 * The role's title, or what a human is called.
 */
title: string, 
/**
 * The pack of the role.
 */
pack_id: string | null, 
/**
 * The version that the employee was hired with.
 */
pack_version: string | null, 
/**
 * The level.
 */
level: string, 
/**
 * The manager.
 */
manager_id: EmployeeId | null, 
/**
 * `proposed`, `active`, `suspended` or `released`.
 */
state: string, 
/**
 * The run that a contractor works for.
 */
run_id: string | null, 
/**
 * What the employee does now: `idle`, `working` or `waiting`.
 */
activity: string, 
/**
 * Tools that may be called, asking included.
 */
tools: number, 
/**
 * All tools there are.
 */
tools_of: number, };

export type Event = { 
/**
 * The number of its audit record in the log of its company; nothing where it is not audited.
 */
seq: number | null, 
/**
 * Its place among all events of the installation, by which a front that was away goes on.
 */
order: number, 
/**
 * When it was committed.
 */
at: string, 
/**
 * The company that it belongs to.
 */
company_id: CompanyId | null, } & ({ "kind": "authority.violation", "payload": Violation } | { "kind": "ledger.entry", "payload": LedgerEntry } | { "kind": "run.changed", "payload": { 
/**
 * The run.
 */
run_id: RunId, } } | { "kind": "server.changed", "payload": { 
/**
 * The server.
 */
server_id: ServerId, } } | { "kind": "approval.requested", "payload": { 
/**
 * The question.
 */
approval_id: ApprovalId, } } | { "kind": "approval.answered", "payload": { 
/**
 * The question.
 */
approval_id: ApprovalId, } } | { "kind": "employee.changed", "payload": { 
/**
 * The employee.
 */
employee_id: EmployeeId, } } | { "kind": "company.changed", "payload": Record<symbol, never> } | { "kind": "pack.changed", "payload": Record<symbol, never> } | { "kind": "policy.changed", "payload": { 
/**
 * The employee; all of the company where there is none.
 */
employee_id: EmployeeId | null, } } | { "kind": "resync", "payload": Record<symbol, never> } | { "kind": "window.raise", "payload": Record<symbol, never> });

export type Explained = { 
/**
 * The same in words.
 */
sentence: string, 
/**
 * The answer.
 */
verdict: Verdict, 
/**
 * Why.
 */
code: Code, 
/**
 * The rule that decided; nothing where a setting or a state did.
 */
deciding_rule: RuleRef | null, 
/**
 * The layer that decided; nothing for an unknown tool.
 */
layer: DecidingLayer | null, 
/**
 * Rules of the same layer and effect, which would have decided the same.
 */
beside: Array<RuleRef>, 
/**
 * Rules of another effect that lost.
 */
overruled: Array<RuleRef>, 
/**
 * Every layer, highest precedence first.
 */
trace: Array<TraceStep>, 
/**
 * The revision of the employee's rules.
 */
policy_revision: number, 
/**
 * SHA-256 of the tool's definition, hex; nothing for an unknown tool.
 */
tool_pin: string | null, 
/**
 * The person's answer that let an `ask` through.
 */
approval: ApprovalId | null, };

export type Failure = { 
/**
 * What a front does differently.
 */
code: FailureCode, 
/**
 * One line, lower case.
 */
message: string, 
/**
 * The next step.
 */
hint?: string, 
/**
 * Further lines: files that differ, choices, places.
 */
details?: Array<string>, };

export type FailureCode = "refused" | "invalid" | "unavailable" | "gone" | "confirm";

export type FieldRow = { 
/**
 * Its key.
 */
field: string, 
/**
 * `enforced`, `scored`, `read`, `told`, `descriptive` or `identity`.
 */
status: string, 
/**
 * What it does.
 */
meaning: string, 
/**
 * What the role says: nothing if the field is unset, an empty list if it is empty.
 */
value?: JsonValue, };

export type Finding = { 
/**
 * What was looked at.
 */
subject: string, 
/**
 * Whether it is as it should be.
 */
ok: boolean, 
/**
 * What was found.
 */
found: string, 
/**
 * What to do, where something is to be done.
 */
hint?: string, };

export type Grant = { 
/**
 * The rule's id.
 */
id: string, 
/**
 * `company` or `employee`.
 */
layer: string, 
/**
 * Whom it is for.
 */
employee_id: string | null, 
/**
 * `allow`, `ask` or `deny`.
 */
effect: string, 
/**
 * Which tools.
 */
pattern: string, 
/**
 * Why it was written.
 */
note: string, 
/**
 * When, RFC 3339.
 */
granted_at: string, 
/**
 * By whom.
 */
granted_by: string, 
/**
 * Whether it was taken back.
 */
revoked: boolean, 
/**
 * The tools whose verdict it changed when it was written.
 */
changes: Array<string>, };

export type HirePlan = { 
/**
 * The company.
 */
company: string, 
/**
 * The role's full name.
 */
role: string, 
/**
 * The role's title.
 */
title: string, 
/**
 * The version that the employee stays with.
 */
pack_version: string, 
/**
 * Who signed the pack.
 */
publisher: string, 
/**
 * The name.
 */
name: string, 
/**
 * The level.
 */
level: string, 
/**
 * The manager.
 */
manager: EmployeeRow, 
/**
 * Money for paid models.
 */
budget: number, 
/**
 * Every tool as the employee would meet it.
 */
tools: Array<ToolVerdict>, 
/**
 * SHA-256 of all of it, hex. A hire that gives it creates that or nothing.
 */
digest: string, };

export type InstallationDoctor = Record<symbol, never>;

export type InstallationStatus = Record<symbol, never>;

export type JsonValue = number | string | boolean | Array<JsonValue> | { [key in string]: JsonValue } | null;

export type Layer = "role" | "extension" | "company" | "employee" | "platform";

export type LedgerEntry = { 
/**
 * Its number within the run, from 1.
 */
seq: number, 
/**
 * When it was committed.
 */
at: string, 
/**
 * The run.
 */
run_id: RunId, 
/**
 * The operation that asked; nothing for a planned task.
 */
emitter_operation: OperationId | null, 
/**
 * The role of the asker, as the graph's builder stamped it.
 */
requester_role: RoleName | null, 
/**
 * Whether the asker sits in the orchestrator seat.
 */
requester_seat: boolean, 
/**
 * Who was asked for, as written; nothing where the asker's own role was meant.
 */
assignee: string | null, 
/**
 * What became of it.
 */
outcome: Outcome, 
/**
 * Why it was dropped.
 */
reason: Reason | null, 
/**
 * At most 500 characters, no secret, no absolute path.
 */
detail: string, 
/**
 * The operation that was admitted.
 */
child_operation: OperationId | null, 
/**
 * New roles.
 */
palette: PaletteCount, 
/**
 * Spawns.
 */
spawns: SpawnCount, 
/**
 * How long the asker waited for an answer, in milliseconds.
 */
waited_ms: number, };

export type LogReport = { 
/**
 * `installation`, or the company's name.
 */
log: string, 
/**
 * `verified`, `tampered`, `cut_short` or `not_checkable`.
 */
outcome: string, 
/**
 * Records read.
 */
records: number, 
/**
 * The first bad record.
 */
first_bad: number | null, 
/**
 * In words.
 */
detail: string, 
/**
 * The root of the tree over all records, hex.
 */
root: string, };

export type ManagerChoice = { 
/**
 * Who.
 */
employee: EmployeeRow, 
/**
 * Whether the role's `reports_to` names this one's role.
 */
suggested: boolean, 
/**
 * Why the rules forbid it, where they do.
 */
forbidden?: string, };

export type OperationId = string;

export type OperationPrompt = { 
/**
 * The text; nothing before the operation begins, and nothing for a person.
 */
prompt: string | null, };

export type OperationRow = { 
/**
 * The operation.
 */
id: string, 
/**
 * Who does it.
 */
employee_id: string | null, 
/**
 * The doer's name.
 */
employee_name: string, 
/**
 * The role's full name.
 */
role: string, 
/**
 * What was asked.
 */
instruction: string, 
/**
 * One of the nine node states.
 */
state: string, 
/**
 * The operation that asked for it.
 */
parent: string | null, 
/**
 * The operations that it waits for.
 */
depends: Array<string>, 
/**
 * What it said or gave.
 */
result: string | null, };

export type Outcome = "accepted" | "dropped";

export type PackCheck = { 
/**
 * The folder, or one role file.
 */
path: string, };

export type PackInstall = { 
/**
 * The folder.
 */
path: string, };

export type PackList = Record<symbol, never>;

export type PackPublishers = Record<symbol, never>;

export type PackReport = { 
/**
 * Role files found.
 */
found: number, 
/**
 * Those without an error.
 */
valid: number, 
/**
 * Everything there is to say, in the order of files and lines.
 */
diagnostics: Array<Diagnostic>, 
/**
 * The roles that could be read.
 */
roles: Array<RoleView>, };

export type PackRow = { 
/**
 * The pack.
 */
id: string, 
/**
 * Its version.
 */
version: string, 
/**
 * Its title.
 */
name: string, 
/**
 * Who signed it.
 */
publisher: string, 
/**
 * The key that it was verified with.
 */
fingerprint: string, 
/**
 * When it was signed, RFC 3339.
 */
published: string, 
/**
 * When it was installed, RFC 3339.
 */
installed_at: string, 
/**
 * Its roles.
 */
roles: number, 
/**
 * How many of them state their tools.
 */
roles_with_tools: number, 
/**
 * Whether this version is hired from.
 */
current: boolean, 
/**
 * Why it can no longer be used: its files are not what was signed.
 */
broken?: string, };

export type PackTrust = { 
/**
 * The public key, PEM.
 */
pem: string, 
/**
 * The publisher's name; the file's name by default.
 */
name: string, };

export type PackVerified = { 
/**
 * The pack.
 */
id: string, 
/**
 * Its version.
 */
version: string, 
/**
 * Who signed it.
 */
publisher: string, 
/**
 * The key that it was verified with.
 */
fingerprint: string, 
/**
 * When it was signed, RFC 3339.
 */
published: string, 
/**
 * Files under the signature.
 */
files: number, 
/**
 * What the signature does not cover, where it is of a foreign format.
 */
caveat?: string, };

export type PackVerify = { 
/**
 * The folder.
 */
path: string, };

export type PaletteCount = { 
/**
 * New roles at most.
 */
max: number, 
/**
 * Those that were recruited.
 */
consumed: number, 
/**
 * Those that are being provisioned.
 */
reserved: number, };

export type PaletteRow = { 
/**
 * The role's full name.
 */
role: string, 
/**
 * `terminal` or `emission_capable`.
 */
disposition: string, 
/**
 * Ways of working.
 */
modes: Array<string>, };

export type Phase = "list" | "call";

export type PlayCheck = { 
/**
 * The file.
 */
path: string, };

export type PlayInput = { 
/**
 * Its name.
 */
id: string, 
/**
 * Whether it must be given.
 */
required: boolean, };

export type PlayLedger = { 
/**
 * The run.
 */
run: string, 
/**
 * Only entries after this one.
 */
since: number, };

export type PlayList = Record<symbol, never>;

export type PlayPrompt = { 
/**
 * The run.
 */
run: string, 
/**
 * The operation.
 */
operation: string, };

export type PlayReport = { 
/**
 * Whether it can be run.
 */
valid: boolean, 
/**
 * All faults together.
 */
diagnostics: Array<Diagnostic>, 
/**
 * The play, where it could be read.
 */
play?: PlayRow, };

export type PlayRow = { 
/**
 * What `play.run` takes: `pack/play`.
 */
id: string, 
/**
 * Its title.
 */
title: string, 
/**
 * What it is for.
 */
objective: string, 
/**
 * What has to be given.
 */
inputs: Array<PlayInput>, 
/**
 * Who may take part.
 */
palette: Array<PaletteRow>, 
/**
 * Roles that may be recruited beside them.
 */
max_new_roles: number, 
/**
 * Spawns at most.
 */
max_spawn: number, 
/**
 * Whether a rehearsal comes with it.
 */
rehearsal: boolean, };

export type PlayRun = { 
/**
 * The company; the only one by default.
 */
company?: string, 
/**
 * A file, or a shipped play's id.
 */
play: string, 
/**
 * What is put into the objective.
 */
inputs: { [key in string]: string }, 
/**
 * Whether the scripted model thinks. The only engine so far.
 */
rehearse: boolean, };

export type PlayRuns = { 
/**
 * The company; the only one by default.
 */
company?: string, };

export type PlayShow = { 
/**
 * The run.
 */
run: string, };

export type PlayStop = { 
/**
 * The run.
 */
run: string, };

export type Publisher = { 
/**
 * The name that stands in signatures.
 */
name: string, 
/**
 * SHA-256 of the key, hex.
 */
fingerprint: string, 
/**
 * Since when, RFC 3339; nothing for the key that is compiled in.
 */
added_at?: string, };

export type Reason = "not_emission_capable" | "delegation_not_allowed" | "unknown_catalog_role" | "requester_not_authorized" | "palette_budget_exhausted" | "role_provision_failed" | "builder_error" | "null_child" | "cycle" | "duplicate" | "max_spawn_exceeded" | "max_depth_exceeded" | "velocity_exceeded" | "budget_exhausted";

export type RecordRow = { 
/**
 * Its number in the log.
 */
seq: number, 
/**
 * When, RFC 3339.
 */
at: string, 
/**
 * What it tells of.
 */
kind: string, 
/**
 * Who did it.
 */
actor: string, 
/**
 * To whom or what.
 */
subject: string, 
/**
 * The body, where it was not redacted.
 */
body: JsonValue | null, 
/**
 * Its hash, hex.
 */
hash: string, };

export type RoleList = Record<symbol, never>;

export type RoleName = string;

export type RoleRow = { 
/**
 * The full name, `pack/role`.
 */
id: string, 
/**
 * The pack's version.
 */
pack_version: string, 
/**
 * Its title.
 */
name: string, 
/**
 * Its level.
 */
level: string, 
/**
 * Its department.
 */
department: string, 
/**
 * One sentence.
 */
summary: string, 
/**
 * Whether the role states its tools.
 */
states_tools: boolean, };

export type RoleShow = { 
/**
 * The full name, or a bare one that is unique.
 */
role: string, };

export type RoleView = { 
/**
 * The full name, `pack/role`.
 */
id: string, 
/**
 * The role's version.
 */
version: string, 
/**
 * Its title.
 */
name: string, 
/**
 * Its level.
 */
level: string, 
/**
 * Its department.
 */
department: string, 
/**
 * One sentence.
 */
summary: string, 
/**
 * The file within the pack.
 */
file: string, 
/**
 * Every field of a header, stated or not.
 */
fields: Array<FieldRow>, 
/**
 * What the model is told, before names are put in.
 */
body: string, };

export type RuleId = string;

export type RuleRef = { 
/**
 * Its id.
 */
id: RuleId, 
/**
 * Its layer.
 */
layer: Layer, 
/**
 * What it says.
 */
effect: Effect, 
/**
 * As it was written.
 */
pattern: string, 
/**
 * Where it was written.
 */
source: Source, 
/**
 * Whether it met the tool's name by case or look-alike only.
 */
look_alike: boolean, };

export type RunId = string;

export type RunRow = { 
/**
 * The run.
 */
id: string, 
/**
 * The company.
 */
company_id: string, 
/**
 * The play's id.
 */
play: string, 
/**
 * The play's title.
 */
title: string, 
/**
 * `running`, `succeeded`, `failed`, `stopped` or `interrupted`.
 */
state: string, 
/**
 * Why it ended as it did, where there is something to say.
 */
detail?: string, 
/**
 * Whether a script did the thinking.
 */
rehearsal: boolean, 
/**
 * When started, RFC 3339.
 */
started_at: string, 
/**
 * When ended, RFC 3339.
 */
ended_at: string | null, 
/**
 * New roles: the most, and those spent.
 */
palette_max: number, 
/**
 * New roles spent.
 */
palette_consumed: number, 
/**
 * Spawns: the most.
 */
spawns_max: number, 
/**
 * Spawns used.
 */
spawns_used: number, 
/**
 * Ledger entries that were accepted.
 */
accepted: number, 
/**
 * Ledger entries that were dropped.
 */
dropped: number, };

export type RunView = { 
/**
 * The run.
 */
row: RunRow, 
/**
 * What was asked for.
 */
objective: string, 
/**
 * The nodes of its graph, in the order of their making.
 */
operations: Array<OperationRow>, 
/**
 * The calls that were decided, in order.
 */
calls: Array<CallRow>, };

export type ServerAdd = { 
/**
 * The company; the only one by default.
 */
company?: string, 
/**
 * Its id: `[a-z0-9][a-z0-9-]{0,62}`, never used before in this company.
 */
id: string, 
/**
 * The program and its arguments, never a shell line.
 */
command: Array<string>, 
/**
 * Its own variables.
 */
env: { [key in string]: string }, };

export type ServerApprove = { 
/**
 * The company; the only one by default.
 */
company?: string, 
/**
 * The server.
 */
server: string, };

export type ServerId = string;

export type ServerList = { 
/**
 * The company; the only one by default.
 */
company?: string, };

export type ServerLog = { 
/**
 * The company; the only one by default.
 */
company?: string, 
/**
 * The server.
 */
server: string, };

export type ServerRow = { 
/**
 * As the operator named it.
 */
id: string, 
/**
 * Whether it is part of the product.
 */
built_in: boolean, 
/**
 * The program and its arguments; empty for a built-in one.
 */
command: Array<string>, 
/**
 * The names of its own variables. Values are not shown.
 */
variables: Array<string>, 
/**
 * `stopped`, `starting`, `ready`, `degraded`, `failed` or `quarantined`.
 */
state: string, 
/**
 * Why it is in that state, where there is something to say.
 */
reason?: string, 
/**
 * Tools it offers.
 */
tools: number, 
/**
 * Those that wait for a person.
 */
quarantined: number, 
/**
 * Whether its list was approved.
 */
approved: boolean, 
/**
 * The last lines that it wrote beside the protocol.
 */
log: Array<string>, };

export type ServerStart = { 
/**
 * The company; the only one by default.
 */
company?: string, 
/**
 * The server.
 */
server: string, };

export type ServerStop = { 
/**
 * The company; the only one by default.
 */
company?: string, 
/**
 * The server.
 */
server: string, };

export type ServerTools = { 
/**
 * The company; the only one by default.
 */
company?: string, 
/**
 * The server; all by default.
 */
server?: string, };

export type Severity = "error" | "warning";

export type Source = { "kind": "pack", 
/**
 * The pack.
 */
pack: string, 
/**
 * Its version.
 */
version: string, 
/**
 * The file within it.
 */
file: string, 
/**
 * The line of the entry.
 */
line: number, } | { "kind": "person", 
/**
 * Who.
 */
who: string, 
/**
 * When.
 */
at: string, 
/**
 * Why.
 */
note: string, } | { "kind": "world", };

export type SpawnCount = { 
/**
 * Spawns at most.
 */
max: number, 
/**
 * Those that were accepted.
 */
used: number, };

export type Starter = { 
/**
 * What `company.found` takes.
 */
id: string, 
/**
 * Shown.
 */
title: string, 
/**
 * The pack that its roles come from, with version.
 */
pack: string, 
/**
 * Who signed that pack.
 */
publisher: string, 
/**
 * The publisher's key.
 */
fingerprint: string, 
/**
 * Who is hired.
 */
members: Array<StarterMember>, };

export type StarterMember = { 
/**
 * The employee's name.
 */
name: string, 
/**
 * The role's full name.
 */
role: string, 
/**
 * The role's title.
 */
title: string, 
/**
 * The manager's name.
 */
manager: string, };

export type Status = { 
/**
 * The product's version.
 */
version: string, 
/**
 * The data folder.
 */
data: string, 
/**
 * The process that hosts it.
 */
host_pid: number, 
/**
 * Who acts: the name of the person at this machine.
 */
operator: string, 
/**
 * The newest event of the installation, from which a screen goes on.
 */
seq: number, 
/**
 * Whether engines are scripted: no model provider is set up.
 */
rehearsal: boolean, };

export type ToolRow = { 
/**
 * Its server.
 */
server: string, 
/**
 * Its name, as reported.
 */
name: string, 
/**
 * Its title; untrusted text.
 */
title: string | null, 
/**
 * `ready`, `quarantined` or `stopped`.
 */
state: string, 
/**
 * Why it is quarantined.
 */
reason?: string, 
/**
 * Untrusted text.
 */
description: string, 
/**
 * SHA-256 of its definition, hex.
 */
pin: string, 
/**
 * JSON Schema of its arguments.
 */
input_schema: JsonValue, };

export type ToolVerdict = { 
/**
 * Its server.
 */
server: string, 
/**
 * Its name, as reported.
 */
name: string, 
/**
 * Its title; untrusted text.
 */
title: string | null, 
/**
 * `allow`, `ask` or `deny`.
 */
verdict: string, 
/**
 * The code of the decision.
 */
code: string, 
/**
 * The layer that decided, or `unlisted`; nothing where no layer was asked.
 */
layer: string | null, 
/**
 * The pattern of the deciding rule.
 */
pattern: string | null, 
/**
 * One sentence.
 */
why: string, };

export type TraceStep = { 
/**
 * The layer.
 */
layer: DecidingLayer, 
/**
 * What it would answer, were no other above it; nothing if it does not speak.
 */
verdict: Verdict | null, 
/**
 * Its rules that meet the tool, the deciding effect first.
 */
rules: Array<RuleRef>, };

export type Verdict = "allow" | "ask" | "deny";

export type Violation = { 
/**
 * The violation.
 */
id: ViolationId, 
/**
 * When it was first recorded.
 */
at: string, 
/**
 * The company.
 */
company_id: CompanyId, 
/**
 * Who tried.
 */
employee_id: EmployeeId, 
/**
 * The name at that time.
 */
employee_name: string, 
/**
 * The role's full name.
 */
role_id: string | null, 
/**
 * The pack of the role.
 */
pack_id: string | null, 
/**
 * The version that the employee was hired with.
 */
pack_version: string | null, 
/**
 * The server.
 */
server_id: string, 
/**
 * The tool's name, as it was called.
 */
tool_name: string, 
/**
 * When in the exchange.
 */
phase: Phase, 
/**
 * How it came in.
 */
channel: Channel, 
/**
 * What the outside program says it is.
 */
client: string | null, 
/**
 * The run.
 */
run_id: RunId | null, 
/**
 * The operation.
 */
operation_id: OperationId | null, 
/**
 * The decision's code.
 */
code: Code, 
/**
 * The decision, whole.
 */
decision: Decision, 
/**
 * SHA-256 of the canonical arguments, hex.
 */
arguments_digest: string, 
/**
 * The arguments, secrets masked.
 */
arguments_redacted: JsonValue, 
/**
 * How often the same was tried.
 */
count: number, };

export type ViolationId = string;

export type ViolationList = { 
/**
 * The company; the only one by default.
 */
company?: string, 
/**
 * Only this employee's.
 */
employee?: string, 
/**
 * Only those of this server.
 */
server?: string, 
/**
 * Only those with this code.
 */
code?: string, 
/**
 * Only those before this one, for the next page: its `id`.
 */
before?: string, 
/**
 * At most so many; 100 by default, 1,000 at most.
 */
limit?: number, };


/** Every request: its parameters and its reply. */
export interface Methods {
  "installation.status": { params: InstallationStatus; reply: Status };
  "installation.doctor": { params: InstallationDoctor; reply: Array<Finding> };
  "company.list": { params: CompanyList; reply: Array<CompanyRow> };
  "company.starters": { params: CompanyStarters; reply: Array<Starter> };
  "pack.list": { params: PackList; reply: Array<PackRow> };
  "pack.check": { params: PackCheck; reply: PackReport };
  "pack.verify": { params: PackVerify; reply: PackVerified };
  "pack.publishers": { params: PackPublishers; reply: Array<Publisher> };
  "role.list": { params: RoleList; reply: Array<RoleRow> };
  "role.show": { params: RoleShow; reply: RoleView };
  "employee.list": { params: EmployeeList; reply: Array<EmployeeRow> };
  "employee.show": { params: EmployeeShow; reply: EmployeeView };
  "employee.tools": { params: EmployeeTools; reply: Array<ToolVerdict> };
  "employee.managers": { params: EmployeeManagers; reply: Array<ManagerChoice> };
  "employee.plan": { params: EmployeePlan; reply: HirePlan };
  "employee.charter": { params: EmployeeCharter; reply: Charter };
  "employee.history": { params: EmployeeHistory; reply: Array<RecordRow> };
  "server.list": { params: ServerList; reply: Array<ServerRow> };
  "server.tools": { params: ServerTools; reply: Array<ToolRow> };
  "server.log": { params: ServerLog; reply: Array<string> };
  "authority.explain": { params: AuthorityExplain; reply: Explained };
  "authority.grants": { params: AuthorityGrants; reply: Array<Grant> };
  "approval.list": { params: ApprovalList; reply: Array<ApprovalRow> };
  "violation.list": { params: ViolationList; reply: Array<Violation> };
  "play.list": { params: PlayList; reply: Array<PlayRow> };
  "play.check": { params: PlayCheck; reply: PlayReport };
  "play.runs": { params: PlayRuns; reply: Array<RunRow> };
  "play.show": { params: PlayShow; reply: RunView };
  "play.prompt": { params: PlayPrompt; reply: OperationPrompt };
  "play.ledger": { params: PlayLedger; reply: Array<LedgerEntry> };
  "audit.verify": { params: AuditVerify; reply: AuditReport };
  "audit.list": { params: AuditList; reply: Array<RecordRow> };
  "company.found": { params: CompanyFound; reply: CompanyFounded };
  "pack.install": { params: PackInstall; reply: PackRow };
  "pack.trust": { params: PackTrust; reply: Publisher };
  "employee.hire": { params: EmployeeHire; reply: EmployeeRow };
  "employee.suspend": { params: EmployeeSuspend; reply: EmployeeRow };
  "employee.resume": { params: EmployeeResume; reply: EmployeeRow };
  "server.add": { params: ServerAdd; reply: ServerRow };
  "server.approve": { params: ServerApprove; reply: Array<ToolRow> };
  "server.start": { params: ServerStart; reply: ServerRow };
  "server.stop": { params: ServerStop; reply: ServerRow };
  "authority.grant": { params: AuthorityGrant; reply: Grant };
  "authority.revoke": { params: AuthorityRevoke; reply: Grant };
  "approval.answer": { params: ApprovalAnswer; reply: ApprovalRow };
  "play.run": { params: PlayRun; reply: RunRow };
  "play.stop": { params: PlayStop; reply: RunRow };
}

/** The requests that only look. */
export const readMethods = [
  "installation.status",
  "installation.doctor",
  "company.list",
  "company.starters",
  "pack.list",
  "pack.check",
  "pack.verify",
  "pack.publishers",
  "role.list",
  "role.show",
  "employee.list",
  "employee.show",
  "employee.tools",
  "employee.managers",
  "employee.plan",
  "employee.charter",
  "employee.history",
  "server.list",
  "server.tools",
  "server.log",
  "authority.explain",
  "authority.grants",
  "approval.list",
  "violation.list",
  "play.list",
  "play.check",
  "play.runs",
  "play.show",
  "play.prompt",
  "play.ledger",
  "audit.verify",
  "audit.list",
] as const;

/** The requests that act: each carries a request id and leaves a record. */
export const actMethods = [
  "company.found",
  "pack.install",
  "pack.trust",
  "employee.hire",
  "employee.suspend",
  "employee.resume",
  "server.add",
  "server.approve",
  "server.start",
  "server.stop",
  "authority.grant",
  "authority.revoke",
  "approval.answer",
  "play.run",
  "play.stop",
] as const;

export type ReadMethod = (typeof readMethods)[number];
export type ActMethod = (typeof actMethods)[number];
/** What is sent when a request fails. */
export type WireFailure = Failure;
/** What is published after a commit. */
export type WireEvent = Event;
