import type pg from 'pg'
import { inTransaction } from '../migrate-sql.ts'
import { type Part, type Partitioned, partAt, partitioned, toRestName } from './partitions.ts'

type Client = Pick<pg.Client, 'query'>

/** An arbitrary number, the same in every Muster that shares a database. */
const LOCK = 4_280_009
/** Rows older than this (ms) stay in the default partition, where the retention job finds them. */
const BACK = 400 * 86_400_000

/**
 * Creates the missing partitions for now and the coming days or months, and those for rows that landed in the default partition.
 * Runs on every start and in a job, within a transaction of the owner; a second node waits and finds the partitions in place.
 */
export async function makeParts(client: Client, now: number): Promise<void> {
  await client.query(`set local lock_timeout = '10s'`)
  await client.query('select pg_advisory_xact_lock($1)', [LOCK])
  for (const table of Object.keys(partitioned) as Partitioned[]) {
    const parts = [partAt(table, now)]
    for (let n = 0; n < partitioned[table].ahead; n++) parts.push(partAt(table, parts.at(-1)?.end ?? now))
    const lastEnd = parts.at(-1)?.end ?? now
    const strays = await listStrays(client, table, now - BACK, lastEnd)
    for (const part of [...parts, ...strays]) await makePart(client, table, part)
  }
}

/** Runs `makeParts` in its own transaction. */
export async function makePartsNow(pool: pg.Pool, now: number): Promise<void> {
  const client = await pool.connect()
  try {
    await inTransaction(client, () => makeParts(client, now))
  } finally {
    client.release()
  }
}

/** Returns the partitions that rows of the default partition belong to. */
async function listStrays(client: Client, table: Partitioned, from: number, to: number): Promise<Part[]> {
  const { each, by } = partitioned[table]
  const { rows } = await client.query<{ moment: Date }>(
    `select distinct date_trunc('${each}', ${by}, 'UTC') as moment from ${toRestName(table)}
     where ${by} >= $1 and ${by} < $2`,
    [new Date(from), new Date(to)],
  )
  return rows.map(({ moment }) => partAt(table, moment.getTime()))
}

/**
 * Creates the partition as a separate table, moves its rows over from the default partition, and then attaches it; creating it in
 * place would lock out every writer. The default partition is detached while rows move, so that its triggers do not fire.
 */
async function makePart(client: Client, table: Partitioned, { name, begin, end }: Part): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    name,
  ])
  if (rows[0]?.there) return
  const [from, to] = [begin, end].map(ms => `'${new Date(ms).toISOString()}'`)
  const rest = toRestName(table)
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
