import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/**
 * Tracks which tables reads depend on and which tables mutations change, so that after a mutation only the affected reads are
 * repeated.
 */
export type Footprints = {
  /** Runs a read and records, under its name, the tables behind its statements. */
  record<T>(name: string, read: () => Promise<T>): Promise<T>
  /** Returns the tables whose rows changed since the last call. */
  changedTables(): Promise<ReadonlySet<string>>
  /** Returns true if the response of this read may depend on one of the tables. */
  dependsOn(name: string, tables: ReadonlySet<string>): boolean
  stop(): void
}

/** Tables that are not shown on any screen kept current by the feed. */
const ignoredTables = new Set(['feed_events', 'rate_limits', 'security_chain', 'security_events'])

export async function createFootprints(pool: pg.Pool): Promise<Footprints> {
  const tables = await readTables(pool)
  const findTablesBehind = await readDependencies(pool, new Set(tables.map(({ name }) => name)))
  const tablesByRead = new Map<string, Set<string>>()
  const touchedTablesStorage = new AsyncLocalStorage<Set<string>>()
  const originalQuery = pg.Client.prototype.query
  const statesSql = createStateStatement(tables)
  let statesBefore = await readStates()

  async function readStates(): Promise<Map<string, string>> {
    // Named, so that a connection plans these selects from every table and partition once.
    const query = { name: 'table-states', text: statesSql }
    const { rows } = await pool.query<{ name: string; state: string }>(query)
    return new Map(rows.map(({ name, state }) => [name, state]))
  }

  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const text = readText(args[0])
    if (text !== undefined)
      for (const table of findTablesBehind(text)) touchedTablesStorage.getStore()?.add(table)
    return Reflect.apply(originalQuery, this, args)
  } as typeof originalQuery

  return {
    record(name, read) {
      const touchedTables = tablesByRead.get(name) ?? new Set()
      tablesByRead.set(name, touchedTables)
      return touchedTablesStorage.run(touchedTables, read)
    },
    async changedTables() {
      const statesNow = await readStates()
      const changedTables = [...statesNow].filter(([name, state]) => statesBefore.get(name) !== state)
      statesBefore = statesNow
      return new Set(changedTables.map(([name]) => name))
    },
    dependsOn: (name, changedTables) => !tablesByRead.get(name)?.isDisjointFrom(changedTables),
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
 * Returns a statement that computes a checksum for each table from the location (ctid) and the writing transaction (xmin) of every
 * row, so that each write changes the checksum.
 */
const createStateStatement = (tables: readonly Table[]) =>
  tables
    .map(
      ({ name, place }) =>
        `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtext(tableoid || ' ' || ctid || ' ' || xmin)), 0) as state from ${place}`,
    )
    .join(' union all ')

/** Returns the tables behind a statement: those it names, and those behind the views, functions and policies it uses. */
async function readDependencies(
  pool: pg.Pool,
  tables: ReadonlySet<string>,
): Promise<(statement: string) => ReadonlySet<string>> {
  const { rows } = await pool.query<{ name: string; body: string }>(
    `select proname as name, pg_get_functiondef(p.oid) as body from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = 'public' and prokind = 'f'
     union all select viewname, definition from pg_views where schemaname = 'public'
     union all select tablename, qual from pg_policies where schemaname = 'public' and cmd in ('SELECT', 'ALL')`,
  )
  const rowsByName = Map.groupBy(rows, ({ name }) => name)
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

function readText(query: unknown): string | undefined {
  if (typeof query === 'string') return query
  if (typeof query !== 'object' || query === null || !('text' in query)) return undefined
  return typeof query.text === 'string' ? query.text : undefined
}
