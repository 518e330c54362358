import type {
  ActMethod,
  Code,
  CompanyRow,
  EmployeeRow,
  Methods,
  ReadMethod,
  RoleRow,
  Verdict,
  WireEvent,
  WireFailure,
} from '../generated/contract';
import { Refused, type Transport, type Watcher } from '../platform/transport';
import {
  at,
  COMPANY,
  decision,
  digest,
  entry,
  fields,
  starters,
  verdicts,
  violation,
  world,
  type World,
} from './world';

type Reads = { [M in ReadMethod]: (params: Methods[M]['params']) => Methods[M]['reply'] };
type Publish = (kind: WireEvent['kind'], payload: object) => void;
type Acts = { [M in ActMethod]: (params: Methods[M]['params']) => Methods[M]['reply'] };

/**
 * A double of the way to the host, for tests and for work on the screens without a host. It keeps what is
 * done to it and tells its watchers.
 *
 * Options of the address: `rows` (how long the lists are), `fail` (a method that fails), `slow`
 * (milliseconds that an answer takes), `flood` (violations a second).
 */
export function standIn(options = new URLSearchParams()): Transport {
  const rows = Number(options.get('rows') ?? 5);
  const slow = Number(options.get('slow') ?? 0);
  const known = world(rows);
  const watchers = new Set<Watcher>();
  let seq = 1200;
  const publish: Publish = (kind, payload) => {
    seq += 1;
    const event = { seq, order: seq, at: new Date().toISOString(), company_id: COMPANY, kind, payload };
    for (const watcher of watchers) watcher.onEvent(event as WireEvent);
  };
  const reads = readsOf(known, () => seq);
  const acts = actsOf(known, publish);
  const answer = async <Reply>(method: string, give: () => Reply): Promise<Reply> => {
    if (slow > 0) await new Promise((resolve) => setTimeout(resolve, slow));
    if (options.get('fail') === method) {
      throw new Refused({
        code: 'unavailable',
        message: 'the store cannot be read: the disk is full',
        hint: 'make room in the data folder, then ask again',
      });
    }
    return structuredClone(give());
  };
  flood(Number(options.get('flood') ?? 0), known, publish);
  return {
    read: (method, params) => answer(method, () => (reads[method] as (p: typeof params) => never)(params)),
    act: (method, params) => answer(method, () => (acts[method] as (p: typeof params) => never)(params)),
    watch(_since, watcher) {
      watchers.add(watcher);
      watcher.onLine(options.get('line') !== 'down');
      return () => watchers.delete(watcher);
    },
  };
}

function flood(perSecond: number, known: World, publish: Publish) {
  if (perSecond === 0) return;
  let index = known.violations.length;
  setInterval(() => {
    for (let burst = 0; burst < perSecond / 20; burst += 1) {
      index += 1;
      const made = violation(index);
      known.violations.unshift(made);
      publish('authority.violation', made);
    }
  }, 50);
}

function readsOf(known: World, seq: () => number): Reads {
  const employee = (asked: string) =>
    one(known.employees, (row) => row.id === asked || row.name === asked, asked);
  const roleOf = (asked: string) => one(known.roles, (row) => row.id === asked, asked);
  return {
    'installation.status': () => ({
      version: '0.1.0',
      data: '/home/ines/.local/share/bailiwick',
      host_pid: 4711,
      operator: 'Ines Moreau',
      seq: seq(),
      rehearsal: true,
    }),
    'installation.doctor': () => [{ subject: 'data folder', ok: true, found: 'writable' }],
    'company.list': () => known.companies,
    'company.starters': () => starters(),
    'pack.list': () => known.packs,
    'pack.check': ({ path }) => ({
      found: 2,
      valid: 1,
      diagnostics: [
        {
          code: 'unknown_key',
          severity: 'error',
          file: 'roles/support/ROLE.md',
          line: 9,
          column: 1,
          length: 11,
          message: `unknown field tool_allowed in ${path}`,
          help: 'write tools_allowed',
        },
        {
          code: 'dangling_reference',
          severity: 'warning',
          file: 'roles/lead/ROLE.md',
          line: 6,
          column: 14,
          length: 9,
          message: 'no role is called team-lead',
          help: null,
        },
      ],
      roles: known.roles.slice(0, 1).map(roleView),
    }),
    'pack.verify': () => ({
      id: 'company',
      version: '1.0.0',
      publisher: 'bailiwick',
      fingerprint: digest('key'),
      published: at(0),
      files: 16,
    }),
    'pack.publishers': () => known.publishers,
    'role.list': () => known.roles,
    'role.show': ({ role }) => roleView(roleOf(role)),
    'employee.list': ({ company }) =>
      known.employees.filter((row) => company === undefined || row.company_id === company),
    'employee.show': (params) => {
      const row = employee(params.employee);
      return {
        ...row,
        manager: known.employees.find((other) => other.id === row.manager_id) ?? null,
        reports: known.employees.filter((other) => other.manager_id === row.id),
        hired_at: at(-86_400 * 2),
        budget: 0,
      };
    },
    'employee.tools': () => verdicts(known.tools),
    'employee.managers': ({ role }) => {
      const asked = roleOf(role);
      return known.employees
        .filter((row) => row.state === 'active')
        .slice(0, 200)
        .map((row) => ({
          employee: row,
          suggested: row.role_id === 'company/engineering-manager',
          ...(row.level === 'ic' && asked.level !== 'ic'
            ? { forbidden: `an ${row.level} cannot manage ${asked.level}` }
            : {}),
        }));
    },
    'employee.plan': (params) => {
      const row = roleOf(params.role);
      return {
        company: known.companies[0]?.name ?? '',
        role: row.id,
        title: row.name,
        pack_version: row.pack_version,
        publisher: 'bailiwick',
        name: params.name,
        level: row.level,
        manager: employee(params.manager ?? known.employees[3]?.id ?? ''),
        budget: 0,
        tools: verdicts(known.tools),
        digest: digest(`${row.id}${params.name}${params.manager}`),
      };
    },
    'employee.charter': (params) => ({ prompt: prompt(employee(params.employee)) }),
    'employee.history': (params) =>
      ['employee.hired', 'authority.granted', 'authority.violation'].map((kind, index) => ({
        seq: 41 + index,
        at: at(index * 600),
        kind,
        actor: 'Ines Moreau',
        subject: employee(params.employee).name,
        body: { pattern: 'files/write_file', effect: 'ask' },
        hash: digest(kind),
      })),
    'server.list': () => known.servers,
    'server.tools': ({ server }) =>
      known.tools.filter((row) => server === undefined || row.server === server),
    'server.log': ({ server }) => known.servers.find((row) => row.id === server)?.log ?? [],
    'authority.explain': (params) => {
      const found = verdicts(known.tools).find((row) => `${row.server}/${row.name}` === params.tool);
      const verdict = (found?.verdict ?? 'deny') as Verdict;
      const code = (found?.code ?? 'unknown_tool') as Code;
      return {
        sentence: `${employee(params.employee).name} ${verdict === 'deny' ? 'may not' : 'may'} call ${params.tool}: ${found?.why ?? 'no server has it'}.`,
        ...decision(verdict, code),
      };
    },
    'authority.grants': (params) => [
      {
        id: '01993c1e-2000-7000-8000-000000000001',
        layer: 'employee',
        employee_id: params.employee ?? null,
        effect: 'ask',
        pattern: 'files/write_file',
        note: 'Replies are read before they go out.',
        granted_at: at(480),
        granted_by: 'Ines Moreau',
        revoked: false,
        changes: ['files/write_file'],
      },
    ],
    'approval.list': ({ waiting }) => known.approvals.filter((row) => !waiting || row.state === 'waiting'),
    'violation.list': (params) => {
      const fitting = known.violations.filter(
        (row) =>
          (params.employee === undefined || row.employee_id === params.employee) &&
          (params.server === undefined || row.server_id === params.server) &&
          (params.code === undefined || row.code === params.code),
      );
      const start =
        params.before === undefined ? 0 : fitting.findIndex((row) => row.id === params.before) + 1;
      return fitting.slice(start, start + (params.limit ?? 100));
    },
    'play.list': () => known.plays,
    'play.check': () => ({ valid: true, diagnostics: [] }),
    'play.runs': () => known.runs.map((run) => run.row),
    'play.show': ({ run }) => one(known.runs, (row) => row.row.id === run, run),
    'play.prompt': ({ operation }) => ({ prompt: `What ${operation} is told.` }),
    'play.ledger': ({ run, since }) => known.ledger.filter((row) => row.run_id === run && row.seq > since),
    'audit.verify': () => ({
      verified: true,
      logs: [],
      caveat: 'a record that was never written cannot be missed',
    }),
    'audit.list': () => [],
  };
}

function actsOf(known: World, publish: Publish): Acts {
  const employee = (asked: string) =>
    one(known.employees, (row) => row.id === asked || row.name === asked, asked);
  const change = (asked: string, state: string): EmployeeRow => {
    const row = employee(asked);
    row.state = state;
    publish('employee.changed', { employee_id: row.id });
    return row;
  };
  return {
    'company.found': ({ name, workspace }) => {
      const fresh = world(5);
      const row: CompanyRow = { ...(fresh.companies[0] as CompanyRow), name, employees: 7 };
      if (workspace !== undefined) row.workspace = workspace;
      known.companies.push(row);
      known.employees = fresh.employees.map((one) => ({ ...one, activity: 'idle', state: 'active' }));
      publish('company.changed', {});
      return { ...row, hired: known.employees };
    },
    'pack.install': () => known.packs[0] as Methods['pack.install']['reply'],
    'pack.trust': ({ name }) => ({ name, fingerprint: digest(name), added_at: at(0) }),
    'employee.hire': (params) => {
      const role = one(known.roles, (row) => row.id === params.role, params.role);
      const row: EmployeeRow = {
        ...(known.employees[4] as EmployeeRow),
        id: `01993c1e-1000-7000-8000-${String(known.employees.length).padStart(12, '0')}`,
        name: params.name,
        role_id: role.id,
        title: role.name,
        level: role.level,
        manager_id: params.manager ?? known.employees[3]?.id ?? null,
        state: 'active',
        activity: 'idle',
      };
      known.employees.push(row);
      publish('employee.changed', { employee_id: row.id });
      return row;
    },
    'employee.suspend': (params) => change(params.employee, 'suspended'),
    'employee.resume': (params) => change(params.employee, 'active'),
    'server.add': (params) => {
      const row = {
        id: params.id,
        built_in: false,
        command: params.command,
        variables: Object.keys(params.env),
        state: 'starting',
        tools: 0,
        quarantined: 0,
        approved: false,
        log: [],
      };
      known.servers.push(row);
      publish('server.changed', { server_id: row.id });
      return row;
    },
    'server.approve': ({ server }) => {
      for (const row of known.tools) if (row.server === server) row.state = 'ready';
      for (const row of known.servers)
        if (row.id === server) Object.assign(row, { approved: true, quarantined: 0 });
      publish('server.changed', { server_id: server });
      return known.tools.filter((row) => row.server === server);
    },
    'server.start': ({ server }) => setServer(known, server, 'ready', publish),
    'server.stop': ({ server }) => setServer(known, server, 'stopped', publish),
    'authority.grant': (params) => {
      if (params.effect === 'allow' && params.pattern.startsWith('*') && !params.confirm) {
        throw new Refused({
          code: 'confirm',
          message: `allowing ${params.pattern} overturns denies for 1 tool`,
          hint: 'grant it again with confirm, or name the tools one by one',
          details: ['workspace/delete: denied by the role’s */delete*'],
        });
      }
      publish('policy.changed', {});
      return {
        id: digest(params.pattern).slice(0, 32),
        layer: 'employee',
        employee_id: params.employee,
        effect: params.effect,
        pattern: params.pattern,
        note: params.note,
        granted_at: new Date().toISOString(),
        granted_by: 'Ines Moreau',
        revoked: false,
        changes: ['files/edit_file', 'files/move_file'],
      };
    },
    'authority.revoke': (params) => {
      publish('policy.changed', {});
      return {
        id: params.grant,
        layer: 'employee',
        employee_id: null,
        effect: 'ask',
        pattern: 'files/write_file',
        note: '',
        granted_at: at(0),
        granted_by: 'Ines Moreau',
        revoked: true,
        changes: [],
      };
    },
    'approval.answer': (params) => {
      const row = one(known.approvals, (approval) => approval.id === params.id, params.id);
      row.state = params.answer === 'allow' ? 'allowed' : 'denied';
      publish('approval.answered', { approval_id: row.id });
      return row;
    },
    'play.run': () => {
      publish('run.changed', { run_id: 'run-1' });
      const next = entry(known.ledger.length + 1);
      known.ledger.push(next);
      publish('ledger.entry', next);
      return one(known.runs, () => true, 'run').row;
    },
    'play.stop': ({ run }) => {
      const view = one(known.runs, (row) => row.row.id === run, run);
      view.row.state = 'stopped';
      publish('run.changed', { run_id: run });
      return view.row;
    },
  };
}

function setServer(known: World, server: string, state: string, publish: Publish) {
  const row = one(known.servers, (found) => found.id === server, server);
  row.state = state;
  publish('server.changed', { server_id: server });
  return row;
}

function one<Row>(rows: readonly Row[], fits: (row: Row) => boolean, asked: string): Row {
  const row = rows.find(fits);
  if (row !== undefined) return row;
  const failure: WireFailure = { code: 'invalid', message: `there is no ${asked}`, hint: 'look at the list' };
  throw new Refused(failure);
}

function roleView(row: RoleRow) {
  const { id, name, level, department, summary } = row;
  return {
    id,
    version: '1.0.0',
    name,
    level,
    department,
    summary,
    file: `roles/${id.split('/')[1] ?? id}/ROLE.md`,
    fields: fields(row),
    body: `# ${name}\n\nYou are {{employee.name}}, ${name.toLowerCase()} at {{company.name}}.\n\n## What you do\n- Read before you write.\n- Say what you did **and** what you did not do.\n\n![tracker](https://example.org/pixel.png)`,
  };
}

function prompt(row: EmployeeRow): string {
  return `# ${row.title}\n\nYou are ${row.name}, ${row.title.toLowerCase()} at Northwind Research.\n\n## What you do\n- Read before you write.\n- Say what you did and what you did not do.\n\n<!-- delegation -->\nYou cannot create work for others. You may give your results and escalate.\n<!-- /delegation -->`;
}
