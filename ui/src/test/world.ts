import type {
  ApprovalRow,
  Code,
  Decision,
  CompanyRow,
  EmployeeRow,
  FieldRow,
  JsonValue,
  LedgerEntry,
  PackRow,
  PaletteCount,
  PlayRow,
  Publisher,
  Reason,
  RoleRow,
  RuleRef,
  RunView,
  ServerRow,
  Starter,
  ToolRow,
  ToolVerdict,
  Verdict,
  Violation,
} from '../generated/contract';

/** Everything that the double knows. */
export interface World {
  companies: CompanyRow[];
  employees: EmployeeRow[];
  roles: RoleRow[];
  packs: PackRow[];
  publishers: Publisher[];
  servers: ServerRow[];
  tools: ToolRow[];
  approvals: ApprovalRow[];
  violations: Violation[];
  plays: PlayRow[];
  runs: RunView[];
  ledger: LedgerEntry[];
}

export const COMPANY = '01993c1e-0000-7000-8000-000000000001';
const START = Date.parse('2026-05-04T09:12:00Z');
const KEY = '9d1c7be0a4f35f0f4cbb0a3f1a6ad1c2c41e5d2f8d7e6a0b9c8d7e6f5a4b3c2d';

/** A time after the start of the world, in seconds. */
export function at(seconds: number): string {
  return new Date(START + seconds * 1000).toISOString();
}

type RoleSeed = [id: string, name: string, level: string, department: string, summary: string];

const ROLES: RoleSeed[] = [
  [
    'chief-executive-officer',
    'Chief executive officer',
    'officer',
    'Executive',
    'Sets direction, decides between departments and answers to the board.',
  ],
  [
    'chief-financial-officer',
    'Chief financial officer',
    'officer',
    'Finance',
    'Answers for money: budget, forecast, controls.',
  ],
  [
    'vp-engineering',
    'VP engineering',
    'senior-management',
    'Engineering',
    'Plans what engineering builds and who builds it.',
  ],
  [
    'engineering-manager',
    'Engineering manager',
    'management',
    'Engineering',
    'Runs one team: splits work, hands it out, follows it to its end.',
  ],
  [
    'support-manager',
    'Support manager',
    'management',
    'Customer care',
    'Runs customer care and decides on refunds above the agents’ limit.',
  ],
  [
    'tech-lead',
    'Tech lead',
    'lead',
    'Engineering',
    'Decides how something is built and reviews what the team wrote.',
  ],
  [
    'backend-developer',
    'Backend developer',
    'ic',
    'Engineering',
    'Writes and tests services and the data behind them.',
  ],
  [
    'frontend-developer',
    'Frontend developer',
    'ic',
    'Engineering',
    'Writes and tests what people see and touch.',
  ],
  ['quality-engineer', 'Quality engineer', 'ic', 'Engineering', 'Finds what breaks before a customer does.'],
  [
    'support-agent',
    'Support agent',
    'ic',
    'Customer care',
    'Answers customers from the handbook and the order system; moves what it may not decide.',
  ],
  [
    'finance-analyst',
    'Finance analyst',
    'ic',
    'Finance',
    'Reads the books, explains the numbers, writes the forecast.',
  ],
  ['researcher', 'Researcher', 'ic', 'Research', 'Finds sources, reads them and says what they carry.'],
  ['legal-counsel', 'Legal counsel', 'ic', 'Legal', 'Reads contracts and says what they oblige to.'],
  [
    'sales-representative',
    'Sales representative',
    'ic',
    'Sales',
    'Writes offers within the price list and follows them up.',
  ],
];

const CASTS: RoleSeed[] = [
  ['orchestrator', 'Orchestrator', 'ic', '', 'Splits an objective, hands the parts out, joins the results.'],
  ['critic', 'Critic', 'ic', '', 'Looks for what is wrong and says why.'],
  ['reviewer', 'Reviewer', 'ic', '', 'Judges one piece of work against what was asked.'],
  ['auditor', 'Auditor', 'ic', '', 'Checks that what is said is what was done.'],
  ['writer', 'Writer', 'ic', '', 'Turns findings into a text that reads well.'],
];

const TOOLS: [server: string, name: string, title: string, description: string][] = [
  ['org', 'delegate', 'Delegate', 'Hands a task to somebody who reports to you.'],
  ['org', 'escalate', 'Escalate', 'Hands something up that you may not decide.'],
  ['org', 'hire', 'Hire', 'Proposes to hire somebody into a role.'],
  ['org', 'report', 'Report', 'Reports the result of a task.'],
  ['org', 'spawn', 'Spawn', 'Asks for a helper in the running play.'],
  ['org', 'whois', 'Who is', 'Finds colleagues by name, role or department.'],
  ['workspace', 'delete', 'Delete file', 'Deletes a file of the company’s folder.'],
  ['workspace', 'list', 'List folder', 'Lists a folder of the company’s folder.'],
  ['workspace', 'read', 'Read file', 'Reads a file of the company’s folder.'],
  ['workspace', 'search', 'Search files', 'Finds a text in the company’s folder.'],
  ['workspace', 'write', 'Write file', 'Writes a file of the company’s folder.'],
  [
    'files',
    'create_directory',
    'Create directory',
    'Create a new directory or ensure a directory exists. Can create multiple nested directories in one operation.',
  ],
  [
    'files',
    'edit_file',
    'Edit file',
    'Make line-based edits to a text file. Returns a git-style diff showing the changes made.',
  ],
  ['files', 'get_file_info', 'File info', 'Retrieve detailed metadata about a file or directory.'],
  [
    'files',
    'list_directory',
    'List directory',
    'Get a detailed listing of all files and directories in a specified path.',
  ],
  ['files', 'move_file', 'Move file', 'Move or rename files and directories.'],
  [
    'files',
    'read_text_file',
    'Read text file',
    'Read the complete contents of a file from the file system as text.',
  ],
  [
    'files',
    'write_file',
    'Write file',
    'Create a new file or completely overwrite an existing file with new content.',
  ],
  ['mail', 'send', 'Send', 'Sends an e-mail.'],
];

const PEOPLE = [
  'Ada',
  'Bo',
  'Chen',
  'Dara',
  'Emre',
  'Femi',
  'Gita',
  'Hugo',
  'Ines',
  'Jun',
  'Kofi',
  'Lena',
  'Mira',
  'Noor',
  'Otto',
  'Pia',
  'Quinn',
  'Rosa',
  'Sami',
  'Tove',
];
const LAST = [
  'Almeida',
  'Brandt',
  'Castillo',
  'Dietrich',
  'Eriksen',
  'Fontaine',
  'Grewal',
  'Horvat',
  'Ivanov',
  'Jensen',
  'Kowalski',
  'Lindqvist',
  'Moreau',
  'Nakamura',
  'Okafor',
  'Petrov',
];

/** A digest that looks like one and is always the same for a text. */
export function digest(text: string): string {
  let state = 2166136261;
  let hex = '';
  for (let round = 0; hex.length < 64; round += 1) {
    for (const letter of `${text}${round}`) state = Math.imul(state ^ letter.charCodeAt(0), 16777619) >>> 0;
    hex += state.toString(16).padStart(8, '0');
  }
  return hex.slice(0, 64);
}

/** The world with about so many rows in each list. */
export function world(rows: number): World {
  const roles = [...ROLES.map((seed) => role('company', seed)), ...CASTS.map((seed) => role('casts', seed))];
  const bare: World = {
    companies: [],
    employees: [],
    roles,
    packs: packs(),
    publishers: [{ name: 'bailiwick', fingerprint: KEY }],
    servers: servers(),
    tools: TOOLS.map(([server, name, title, description]) => tool(server, name, title, description)),
    approvals: [],
    violations: [],
    plays: plays(),
    runs: [],
    ledger: [],
  };
  if (rows === 0) return bare;
  return {
    ...bare,
    companies: [
      company('Northwind Research', rows),
      { ...company('Lantern Press', 3), id: '01993c1e-0000-7000-8000-000000000002' },
    ],
    employees: people(rows),
    approvals: approvals(rows > 100 ? 12 : 2),
    violations: Array.from({ length: rows }, (_, index) => violation(rows - index)),
    runs: [run()],
    ledger: ledger(rows > 100 ? rows : 9),
    roles: rows > 100 ? [...roles, ...manyRoles(rows)] : roles,
    tools: rows > 100 ? [...bare.tools, ...manyTools(1200)] : bare.tools,
  };
}

function company(name: string, employees: number): CompanyRow {
  return {
    id: COMPANY,
    name,
    workspace: `/home/ines/Companies/${name.replaceAll(' ', '')}`,
    unlisted: 'deny',
    employees,
    founded_at: at(-86_400 * 3),
  };
}

function role(pack: string, [id, name, level, department, summary]: RoleSeed): RoleRow {
  return { id: `${pack}/${id}`, pack_version: '1.0.0', name, level, department, summary, states_tools: true };
}

function manyRoles(count: number): RoleRow[] {
  return Array.from({ length: count }, (_, index) => {
    const [id, name, level, department, summary] = ROLES[index % ROLES.length] as RoleSeed;
    return {
      ...role('imported', [`${id}-${index}`, `${name} ${index}`, level, department, summary]),
      pack_version: '3.2.1',
      states_tools: index % 4 !== 0,
    };
  });
}

function manyTools(count: number): ToolRow[] {
  return Array.from({ length: count }, (_, index) =>
    tool(
      `server-${String(index % 24).padStart(2, '0')}`,
      `get_item_${index}`,
      `Item ${index}`,
      `Reads item ${index}.`,
    ),
  );
}

function packs(): PackRow[] {
  const shared = {
    publisher: 'bailiwick',
    fingerprint: KEY,
    published: at(-86_400 * 20),
    installed_at: at(-86_400 * 3),
    current: true,
  };
  return [
    {
      id: 'company',
      version: '1.0.0',
      name: 'Company',
      roles: ROLES.length,
      roles_with_tools: ROLES.length,
      ...shared,
    },
    {
      id: 'casts',
      version: '1.0.0',
      name: 'Casts',
      roles: CASTS.length,
      roles_with_tools: CASTS.length,
      ...shared,
    },
  ];
}

function servers(): ServerRow[] {
  const built = {
    built_in: true,
    command: [],
    variables: [],
    state: 'ready',
    quarantined: 0,
    approved: true,
    log: [],
  };
  return [
    { id: 'org', tools: 6, ...built },
    { id: 'workspace', tools: 5, ...built },
    {
      id: 'files',
      built_in: false,
      command: ['npx', '-y', '@modelcontextprotocol/server-filesystem', '/home/ines/Documents'],
      variables: [],
      state: 'ready',
      tools: 7,
      quarantined: 0,
      approved: true,
      log: [
        'Secure MCP Filesystem Server running on stdio',
        'Client does not support MCP Roots, using allowed directories set from server args',
      ],
    },
    {
      id: 'mail',
      built_in: false,
      command: ['mail-mcp', '--account', 'office'],
      variables: ['MAIL_TOKEN'],
      state: 'failed',
      reason: 'the program ended with status 1 before it answered',
      tools: 1,
      quarantined: 1,
      approved: false,
      log: ['mail-mcp 0.4.2', 'error: MAIL_TOKEN was refused by imap.example.org (401)', 'giving up'],
    },
  ];
}

function tool(server: string, name: string, title: string, description: string): ToolRow {
  const quarantined = server === 'mail';
  return {
    server,
    name,
    title,
    state: quarantined ? 'quarantined' : 'ready',
    ...(quarantined ? { reason: 'nobody has approved this server’s list yet' } : {}),
    description,
    pin: digest(`${server}/${name}`),
    input_schema: {
      type: 'object',
      properties: { path: { type: 'string', description: 'Where, within the folder.' } },
      required: ['path'],
    },
  };
}

function people(count: number): EmployeeRow[] {
  const rows: EmployeeRow[] = [
    {
      ...person(0, 'Ines Moreau', 'board', 'Operator', null, null),
      kind: 'human',
      pack_id: null,
      pack_version: null,
      tools: 0,
    },
  ];
  const add = (name: string, roleName: string, manager: number) => {
    const found = ROLES.find(([id]) => id === roleName) as RoleSeed;
    rows.push(
      person(rows.length, name, found[2], found[1], `company/${roleName}`, rows[manager]?.id ?? null),
    );
  };
  add('Ada Almeida', 'chief-executive-officer', 0);
  add('Chen Brandt', 'vp-engineering', 1);
  add('Dara Castillo', 'engineering-manager', 2);
  add('Emre Dietrich', 'backend-developer', 3);
  add('Femi Eriksen', 'backend-developer', 3);
  add('Gita Fontaine', 'support-agent', 1);
  add('Hugo Grewal', 'finance-analyst', 1);
  if (count > 100) {
    for (let index = 0; index < 12; index += 1) add(nameOf(index + 40), 'vp-engineering', 1);
    for (let index = 0; index < 120; index += 1)
      add(nameOf(index + 90), 'engineering-manager', 8 + (index % 12));
    for (let index = rows.length; index < count; index += 1) {
      add(nameOf(index + 300), ROLES[6 + (index % 8)]?.[0] ?? 'researcher', 20 + (index % 120));
    }
  }
  return rows.map((row, index) => ({
    ...row,
    activity:
      row.kind === 'human'
        ? 'idle'
        : index === 4 || index % 23 === 7
          ? 'working'
          : index === 6 || index % 97 === 11
            ? 'waiting'
            : 'idle',
    state: index === 5 || index % 131 === 40 ? 'suspended' : 'active',
  }));
}

function nameOf(index: number): string {
  const first = PEOPLE[index % PEOPLE.length] ?? 'Ada';
  const last = LAST[Math.floor(index / PEOPLE.length) % LAST.length] ?? 'Brandt';
  const round = Math.floor(index / (PEOPLE.length * LAST.length));
  return round === 0 ? `${first} ${last}` : `${first} ${last} ${round + 1}`;
}

function person(
  index: number,
  name: string,
  level: string,
  title: string,
  roleId: string | null,
  manager: string | null,
): EmployeeRow {
  return {
    id: `01993c1e-1000-7000-8000-${String(index).padStart(12, '0')}`,
    company_id: COMPANY,
    name,
    kind: 'agent',
    role_id: roleId,
    title,
    pack_id: 'company',
    pack_version: '1.0.0',
    level,
    manager_id: manager,
    state: 'active',
    run_id: null,
    activity: 'idle',
    tools: 5 + (index % 7),
    tools_of: TOOLS.length,
  };
}

const ROLE_RULE: RuleRef = {
  id: 'role:company/backend-developer@1.0.0:tools_denied:0',
  layer: 'role',
  effect: 'deny',
  pattern: '*/delete*',
  source: {
    kind: 'pack',
    pack: 'company',
    version: '1.0.0',
    file: 'roles/engineering/backend-developer/ROLE.md',
    line: 14,
  },
  look_alike: false,
};
const GRANT_RULE: RuleRef = {
  id: '01993c1e-2000-7000-8000-000000000001',
  layer: 'employee',
  effect: 'ask',
  pattern: 'files/write_file',
  source: { kind: 'person', who: 'Ines Moreau', at: at(480), note: 'Replies are read before they go out.' },
  look_alike: false,
};
const ALLOW_RULE: RuleRef = {
  id: 'role:company/backend-developer@1.0.0:tools_allowed:2',
  layer: 'role',
  effect: 'allow',
  pattern: 'workspace/*',
  source: {
    kind: 'pack',
    pack: 'company',
    version: '1.0.0',
    file: 'roles/engineering/backend-developer/ROLE.md',
    line: 11,
  },
  look_alike: false,
};

/** How an employee meets every tool. */
export function verdicts(tools: readonly ToolRow[]): ToolVerdict[] {
  return tools.map((row) => {
    const { server, name, title } = row;
    const rest = { server, name, title };
    if (row.state === 'quarantined') {
      return {
        ...rest,
        verdict: 'deny',
        code: 'quarantined',
        layer: 'platform',
        pattern: null,
        why: 'the tool waits for a review',
      };
    }
    if (name === 'delete') {
      return {
        ...rest,
        verdict: 'deny',
        code: 'denied_by_rule',
        layer: 'role',
        pattern: '*/delete*',
        why: 'the role denies */delete*',
      };
    }
    if (server === 'workspace' || (server === 'org' && name !== 'hire' && name !== 'spawn')) {
      return {
        ...rest,
        verdict: 'allow',
        code: 'allowed',
        layer: 'role',
        pattern: `${server}/*`,
        why: `the role allows ${server}/*`,
      };
    }
    if (name === 'write_file') {
      return {
        ...rest,
        verdict: 'ask',
        code: 'needs_approval',
        layer: 'employee',
        pattern: 'files/write_file',
        why: 'a grant to this employee asks for files/write_file',
      };
    }
    return {
      ...rest,
      verdict: 'deny',
      code: 'not_listed',
      layer: 'unlisted',
      pattern: null,
      why: 'no rule speaks of it and the role states its tools',
    };
  });
}

/** A decision with everything in it. */
export function decision(verdict: Verdict, code: Code): Decision {
  const rule = verdict === 'ask' ? GRANT_RULE : verdict === 'allow' ? ALLOW_RULE : ROLE_RULE;
  const listed = code === 'not_listed' || code === 'quarantined' ? null : rule;
  return {
    verdict,
    code,
    deciding_rule: listed,
    layer: listed?.layer ?? 'unlisted',
    beside: listed === null ? [] : [{ ...rule, id: `${rule.id}b`, pattern: '*/delete_*', look_alike: true }],
    overruled: verdict === 'deny' && listed !== null ? [ALLOW_RULE] : [],
    trace: [
      { layer: 'platform', verdict: null, rules: [] },
      {
        layer: 'employee',
        verdict: listed?.layer === 'employee' ? verdict : null,
        rules: listed?.layer === 'employee' ? [rule] : [],
      },
      { layer: 'company', verdict: null, rules: [] },
      { layer: 'extension', verdict: null, rules: [] },
      {
        layer: 'role',
        verdict: listed?.layer === 'role' ? verdict : null,
        rules: listed?.layer === 'role' ? [rule, ALLOW_RULE] : [],
      },
    ],
    policy_revision: 17,
    tool_pin: digest('workspace/delete'),
    approval: null,
  };
}

/** One refused attempt. */
export function violation(index: number): Violation {
  const codes: Code[] = ['denied_by_rule', 'not_listed', 'quarantined', 'not_listed', 'approval_declined'];
  const code = codes[index % codes.length] ?? 'not_listed';
  const [server, name] = TOOLS[(index * 5 + 6) % TOOLS.length] ?? ['workspace', 'delete'];
  return {
    id: `01993c1e-3000-7000-8000-${String(index).padStart(12, '0')}`,
    at: at(index * 41),
    company_id: COMPANY,
    employee_id: `01993c1e-1000-7000-8000-${String(4 + (index % 4)).padStart(12, '0')}`,
    employee_name:
      ['Emre Dietrich', 'Femi Eriksen', 'Gita Fontaine', 'Hugo Grewal'][index % 4] ?? 'Emre Dietrich',
    role_id: 'company/backend-developer',
    pack_id: 'company',
    pack_version: '1.0.0',
    server_id: server,
    tool_name: name,
    phase: index % 9 === 0 ? 'list' : 'call',
    channel: index % 3 === 0 ? 'gateway' : 'agent',
    client: index % 3 === 0 ? 'mcp-inspector 0.17.2' : null,
    run_id: index % 3 === 0 ? null : 'run-1',
    operation_id: index % 3 === 0 ? null : 'draft',
    code,
    decision: decision('deny', code),
    arguments_digest: digest(`arguments ${index}`),
    arguments_redacted: { path: `site/page-${index}.html`, token: '«secret, 40 characters»' },
    count: index % 5 === 0 ? 40 : 1,
  };
}

function approvals(count: number): ApprovalRow[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `approval-${index + 1}`,
    company_id: COMPANY,
    employee_id: '01993c1e-1000-7000-8000-000000000006',
    employee_name: index === 0 ? 'Gita Fontaine' : 'Hugo Grewal',
    tool: index === 0 ? 'files/write_file' : 'mail/send',
    arguments:
      index === 0
        ? {
            path: '/home/ines/Documents/replies/4711.md',
            content: 'Dear Ms Okafor,\n\nyour order left us this morning.\n',
          }
        : ({ to: ['board@example.org'], subject: 'Forecast', body: 'Attached.' } as JsonValue),
    state: 'waiting',
    why: 'a grant to this employee asks for files/write_file',
    asked_at: new Date(Date.now() - 40_000).toISOString(),
    deadline: new Date(Date.now() + 260_000).toISOString(),
    answered_at: null,
    answered_by: null,
  }));
}

function plays(): PlayRow[] {
  return [
    {
      id: 'company/launch-page',
      title: 'A launch page, drafted and reviewed',
      objective: 'Write and review a page for {{brief}}',
      inputs: [{ id: 'brief', required: true }],
      palette: [
        { role: 'company/tech-lead', disposition: 'emission_capable', modes: [] },
        { role: 'company/researcher', disposition: 'terminal', modes: [] },
        { role: 'casts/critic', disposition: 'terminal', modes: ['adversarial'] },
      ],
      max_new_roles: 1,
      max_spawn: 12,
      rehearsal: true,
    },
  ];
}

function run(): RunView {
  return {
    row: {
      id: 'run-1',
      company_id: COMPANY,
      play: 'company/launch-page',
      title: 'A launch page, drafted and reviewed',
      state: 'running',
      rehearsal: true,
      started_at: at(0),
      ended_at: null,
      palette_max: 1,
      palette_consumed: 1,
      spawns_max: 12,
      spawns_used: 4,
      accepted: 5,
      dropped: 4,
    },
    objective: 'Write and review a page for the spring catalogue',
    operations: [
      operation(
        'plan',
        'Ada Almeida',
        'casts/orchestrator',
        'Plan the page',
        'completed',
        null,
        [],
        'Two parts, then a check.',
      ),
      operation('draft', 'Emre Dietrich', 'company/tech-lead', 'Draft the page', 'running', 'plan', [], null),
      operation(
        'look',
        'Critic',
        'casts/critic',
        'Look at the form',
        'failed',
        'draft',
        [],
        'model not available',
      ),
      operation('check', 'Critic', 'casts/critic', 'Judge the page', 'pending', 'plan', ['draft'], null),
    ],
    calls: [
      {
        at: at(3),
        employee_name: 'Emre Dietrich',
        operation_id: 'draft',
        tool: 'workspace/write',
        verdict: 'allow',
        code: 'allowed',
      },
      {
        at: at(4),
        employee_name: 'Emre Dietrich',
        operation_id: 'draft',
        tool: 'workspace/delete',
        verdict: 'deny',
        code: 'denied_by_rule',
      },
    ],
  };
}

function operation(
  id: string,
  name: string,
  roleName: string,
  instruction: string,
  state: string,
  parent: string | null,
  depends: string[],
  result: string | null,
) {
  return {
    id,
    employee_id: null,
    employee_name: name,
    role: roleName,
    instruction,
    state,
    parent,
    depends,
    result,
  };
}

function ledger(count: number): LedgerEntry[] {
  return Array.from({ length: count }, (_, index) => entry(index + 1));
}

/** One line of a run's ledger. */
export function entry(seq: number): LedgerEntry {
  const reasons: (Reason | null)[] = [
    null,
    null,
    'palette_budget_exhausted',
    null,
    'unknown_catalog_role',
    null,
    'not_emission_capable',
    'duplicate',
    null,
  ];
  const reason = reasons[(seq - 1) % reasons.length] ?? null;
  const palette: PaletteCount = { max: 1, consumed: seq > 2 ? 1 : 0, reserved: seq === 2 ? 1 : 0 };
  return {
    seq,
    at: at(seq * 0.8),
    run_id: 'run-1',
    emitter_operation: seq === 1 ? null : 'draft',
    requester_role: seq === 1 ? null : 'company/tech-lead',
    requester_seat: seq === 2,
    assignee: seq % 2 === 0 ? 'casts/auditor' : 'casts/critic',
    outcome: reason === null ? 'accepted' : 'dropped',
    reason,
    detail: reason === null ? 'the route exists' : 'no unit is left: 1 of 1 used',
    child_operation: reason === null ? `op-${seq}` : null,
    palette,
    spawns: { max: 12, used: Math.min(12, seq) },
    waited_ms: reason === null ? 204 : 0,
  };
}

/** What the first company may be founded from. */
export function starters(): Starter[] {
  const member = (name: string, roleId: string, manager: string) => {
    const found = ROLES.find(([id]) => id === roleId) as RoleSeed;
    return { name, role: `company/${roleId}`, title: found[1], manager };
  };
  return [
    {
      id: 'company',
      title: 'A small company',
      pack: 'company 1.0.0',
      publisher: 'bailiwick',
      fingerprint: KEY,
      members: [
        member('Ada', 'chief-executive-officer', 'You'),
        member('Chen', 'vp-engineering', 'Ada'),
        member('Dara', 'engineering-manager', 'Chen'),
        member('Emre', 'backend-developer', 'Dara'),
        member('Femi', 'backend-developer', 'Dara'),
        member('Gita', 'support-agent', 'Ada'),
        member('Hugo', 'finance-analyst', 'Ada'),
      ],
    },
  ];
}

/** Every field of a role. */
export function fields(row: RoleRow): FieldRow[] {
  const field = (name: string, status: string, meaning: string, value?: JsonValue): FieldRow =>
    value === undefined ? { field: name, status, meaning } : { field: name, status, meaning, value };
  return [
    field('id', 'identity', 'names the role within its pack', row.id.split('/')[1]),
    field('name', 'identity', 'its title', row.name),
    field('summary', 'identity', 'what it is for, in one sentence', row.summary),
    field('level', 'enforced', 'gates, and who may manage whom', row.level),
    field('department', 'descriptive', 'where it stands in the catalogue', row.department),
    field('reports_to', 'enforced', 'who may be the manager at hire and move', ['engineering-manager']),
    field('manages', 'enforced', 'who may report to it', []),
    field('tools_allowed', 'enforced', 'layer role: what may be called', [
      'workspace/*',
      'org/escalate',
      'org/report',
      'org/whois',
    ]),
    field('tools_ask', 'enforced', 'layer role: what a person decides each time', ['workspace/write']),
    field('tools_denied', 'enforced', 'layer role: what is refused', ['*/delete*']),
    field('delegates_to', 'enforced', 'to whom it may delegate', []),
    field('emits', 'enforced', 'which results it may give', ['Document', 'Finding']),
    field('escalates_to', 'enforced', 'where an escalation goes', ['tech-lead', 'human']),
    field('decision_authority', 'enforced', 'how far its proposals take effect', 'advisory'),
    field('duty', 'enforced', 'what it does in a play', 'produce'),
    field('capabilities', 'scored', 'the count of matches chooses among those who may', ['rust', 'sql']),
    field('preferred_model_tier', 'read', 'which model is tried first', 'mid'),
    field('temperature', 'read', 'given to the model', 0.3),
    field('output_format', 'told', 'rendered into the prompt'),
    field('kpis', 'told', 'rendered into the prompt', ['defects found after release']),
    field('license', 'descriptive', 'shown', 'Apache-2.0'),
  ];
}
