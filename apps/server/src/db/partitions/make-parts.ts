import type pg from 'pg'
import { inTransaction } from '../migrate-sql.ts'
import { type Part, type Partitioned, partAt, partitioned, restOf } from './partitions.ts'

type Client = Pick<pg.Client, 'query'>

/** Any fixed number will do, the same in every Muster that shares a database. */
const LOCK = 4_280_009
/** What lies further back than this stays in the rest, where the retention finds it (ms). */
const BACK = 400 * 86_400_000

/**
 * Makes the parts that are missing for now and the days or months to come, and those for what had to be put into the rest.
 * Called at every start and by a job; a node that comes second waits and finds them made. Within a transaction of the owner.
 */
export async function makeParts(client: Client, now: number): Promise<void> {
  await client.query(`set local lock_timeout = '10s'`)
  await client.query('select pg_advisory_xact_lock($1)', [LOCK])
  for (const table of Object.keys(partitioned) as Partitioned[]) {
    const wanted = [partAt(table, now)]
    for (let n = 0; n < partitioned[table].ahead; n++) wanted.push(partAt(table, wanted.at(-1)?.end ?? now))
    const lastEnd = wanted.at(-1)?.end ?? now
    const strays = await listStrays(client, table, now - BACK, lastEnd)
    for (const part of [...wanted, ...strays]) await makePart(client, table, part)
  }
}

/** The same, in a transaction of its own. */
export async function makePartsNow(pool: pg.Pool, now: number): Promise<void> {
  const client = await pool.connect()
  try {
    await inTransaction(client, () => makeParts(client, now))
  } finally {
    client.release()
  }
}

/** The parts that rows of the rest belong to. */
async function listStrays(client: Client, table: Partitioned, from: number, to: number): Promise<Part[]> {
  const { each, by } = partitioned[table]
  const { rows } = await client.query<{ moment: Date }>(
    `select distinct date_trunc('${each}', ${by}, 'UTC') as moment from ${restOf(table)}
     where ${by} >= $1 and ${by} < $2`,
    [new Date(from), new Date(to)],
  )
  return rows.map(({ moment }) => partAt(table, moment.getTime()))
}

/**
 * Made apart, filled with what the rest holds of it, and then attached: to make it in its place would lock out everybody who
 * writes. While rows are moved out of the rest it is no part of the table, or its triggers would speak.
 */
async function makePart(client: Client, table: Partitioned, { name, begin, end }: Part): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    name,
  ])
  if (rows[0]?.there) return
  const [from, to] = [begin, end].map(ms => `'${new Date(ms).toISOString()}'`)
  const rest = restOf(table)
  const { by, keys } = partitioned[table]
  const within = `where ${by} >= ${from} and ${by} < ${to}`
  const { rowCount } = await client.query(`select from ${rest} ${within} limit 1`)
  await client.query(`
    create table ${name} (like ${table} including defaults including constraints);
    alter table ${name} enable row level security`)
  if (rowCount)
    await client.query(`
      alter table ${table} detach partition ${rest};
      with moved as (delete from ${rest} ${within} returning *) insert into ${name} select * from moved`)
  for (const [n, key] of keys.entries())
    await client.query(`create unique index ${name}_key${n + 1} on ${name} (${key})`)
  await client.query(`alter table ${table} attach partition ${name} for values from (${from}) to (${to})`)
  if (rowCount) await client.query(`alter table ${table} attach partition ${rest} default`)
}
