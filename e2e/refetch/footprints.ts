import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { rightsFunctions } from './rights.ts'

/**
 * Tracks which tables reads depend on and which tables mutations change, so that after a mutation only the affected reads are
 * repeated.
 */
export type Footprints = {
  /** Runs a read and records, under its name, the tables behind its statements. */
  record<T>(name: string, read: () => Promise<T>): Promise<T>
  /**
   * Runs reads of one person between which nothing changes. A statement that several of them run with the same values is sent once.
   */
  shareStatements<T>(reads: () => Promise<T>): Promise<T>
  /**
   * Runs a read of somebody's rights. Its statements, and `rightsFunctions`, add no tables to the reads that use them, because after
   * a change of rights all reads of the person are repeated.
   */
  recordRights<T>(read: () => Promise<T>): Promise<T>
  /** Returns the tables whose rows changed since the last call. */
  changedTables(): Promise<ReadonlySet<string>>
  /** Returns true if the response of this read may depend on one of the tables, apart from the rights of the person. */
  dependsOn(name: string, tables: ReadonlySet<string>): boolean
  /** Returns true if somebody's rights may depend on one of the tables. */
  rightsDependOn(tables: ReadonlySet<string>): boolean
  stop(): void
}

/** Tables that are not shown on any screen kept current by the feed. */
const ignoredTables = new Set(['feed_events', 'rate_limits', 'security_chain', 'security_events'])

export async function createFootprints(pool: pg.Pool): Promise<Footprints> {
  const tables = await readTables(pool)
  const tableNames = new Set(tables.map(({ name }) => name))
  const findTables = await readDependencies(pool, tableNames, rightsFunctions)
  const findTablesWithRights = await readDependencies(pool, tableNames)
  const tablesByRead = new Map<string, Set<string>>()
  const touchedTablesStorage = new AsyncLocalStorage<Set<string>>()
  const resultsStorage = new AsyncLocalStorage<Map<string, Promise<pg.QueryResult>>>()
  const namesByStatement = new Map<string, string>()
  const rightsTables = new Set<string>()
  const rightsStatements = new Set<string>()
  const originalQuery = pg.Client.prototype.query
  await pool.query(createTriggers(tables))

  pg.Client.prototype.query = function (this: pg.Client & { processID?: number }, ...args: unknown[]) {
    const touchedTables = touchedTablesStorage.getStore()
    const text = readText(args[0])
    if (touchedTables === undefined || text === undefined) return Reflect.apply(originalQuery, this, args)
    if (touchedTables === rightsTables) {
      rightsStatements.add(text)
      for (const table of findTablesWithRights(text)) touchedTables.add(table)
    } else if (!rightsStatements.has(text)) for (const table of findTables(text)) touchedTables.add(table)
    const results = resultsStorage.getStore()
    const isShared = results && typeof args[0] === 'string' && args.length === 2 && isSelect(text)
    if (!isShared) return Reflect.apply(originalQuery, this, nameStatement(args))
    // A connection belongs to one role during the reads.
    const key = JSON.stringify([this.processID, text, args[1]])
    const result = results.get(key) ?? Reflect.apply(originalQuery, this, nameStatement(args))
    results.set(key, result)
    return result.then((it: pg.QueryResult) => ({ ...it, rows: structuredClone(it.rows) }))
  } as typeof originalQuery

  /** Names a statement with values, so that a connection parses and plans it once for all repetitions of the read. */
  function nameStatement([text, values, ...others]: unknown[]): unknown[] {
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0)
      return [text, values, ...others]
    const name = namesByStatement.get(text) ?? `read-${namesByStatement.size}`
    namesByStatement.set(text, name)
    return [{ name, text, values }, ...others]
  }

  return {
    record(name, read) {
      const touchedTables = tablesByRead.get(name) ?? new Set()
      tablesByRead.set(name, touchedTables)
      return touchedTablesStorage.run(touchedTables, read)
    },
    async changedTables() {
      const { rows } = await pool.query<{ name: string }>('delete from footprints.changes returning name')
      return new Set(rows.map(({ name }) => name))
    },
    shareStatements: reads => resultsStorage.run(new Map(), reads),
    recordRights: read => touchedTablesStorage.run(rightsTables, read),
    dependsOn: (name, changedTables) => !tablesByRead.get(name)?.isDisjointFrom(changedTables),
    rightsDependOn: changedTables => !rightsTables.isDisjointFrom(changedTables),
    stop() {
      pg.Client.prototype.query = originalQuery
    },
  }
}

type Table = { name: string; place: string }

async function readTables(pool: pg.Pool): Promise<Table[]> {
  const { rows } = await pool.query<Table>(
    `select c.relname as name, c.oid::regclass::text as place from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  return rows.filter(({ name }) => !ignoredTables.has(name))
}

/**
 * Returns statements that let each table note its name when a statement changes rows of it: reading all tables after each step
 * would take longer than the step.
 */
const createTriggers = (tables: readonly Table[]) =>
  [
    'create schema footprints',
    'create table footprints.changes (name text not null)',
    `create function footprints.note_change() returns trigger language plpgsql security definer as $$
     begin
       if exists (select from changed_rows) then insert into footprints.changes values (tg_table_name); end if;
       return null;
     end $$`,
    ...tables.flatMap(({ place }) =>
      ['insert', 'update', 'delete'].map(
        event =>
          `create trigger note_${event} after ${event} on ${place}
             referencing ${event === 'delete' ? 'old' : 'new'} table as changed_rows
             for each statement execute function footprints.note_change()`,
      ),
    ),
  ].join(';')

/**
 * Returns the tables behind a statement: those it names, and those behind the views, functions and policies it uses, except the
 * functions in `ignoredFunctions`.
 */
async function readDependencies(
  pool: pg.Pool,
  tables: ReadonlySet<string>,
  ignoredFunctions: ReadonlySet<string> = new Set(),
): Promise<(statement: string) => ReadonlySet<string>> {
  const { rows } = await pool.query<{ name: string; body: string }>(
    `select proname as name, pg_get_functiondef(p.oid) as body from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = 'public' and prokind = 'f'
     union all select viewname, definition from pg_views where schemaname = 'public'
     union all select tablename, qual from pg_policies where schemaname = 'public' and cmd in ('SELECT', 'ALL')`,
  )
  const rowsByName = Map.groupBy(
    rows.filter(({ name }) => !ignoredFunctions.has(name)),
    ({ name }) => name,
  )
  const tablesByStatement = new Map<string, ReadonlySet<string>>()
  return statement => {
    const cachedTables = tablesByStatement.get(statement)
    if (cachedTables) return cachedTables
    const names = new Set<string>()
    const pending = [statement]
    for (let text = pending.pop(); text !== undefined; text = pending.pop())
      for (const [word] of text.matchAll(/[a-z][a-z0-9_]+/g)) {
        if (names.has(word) || !(tables.has(word) || rowsByName.has(word))) continue
        names.add(word)
        for (const { body } of rowsByName.get(word) ?? []) pending.push(body ?? '')
      }
    const usedTables = names.intersection(tables)
    tablesByStatement.set(statement, usedTables)
    return usedTables
  }
}

const isSelect = (text: string) => /^\s*(?:select|with)\b/i.test(text)

function readText(query: unknown): string | undefined {
  if (typeof query === 'string') return query
  if (typeof query !== 'object' || query === null || !('text' in query)) return undefined
  return typeof query.text === 'string' ? query.text : undefined
}
