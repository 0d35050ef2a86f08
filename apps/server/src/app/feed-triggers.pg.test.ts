import { describe, expect, it } from 'vitest'
import { testDatabase } from '../testing/test-world.ts'
import { feedTriggers } from './testing/feed-triggers.ts'

const { db } = testDatabase()

const eventInsertPattern = /insert into feed_events\b/
const alertInsertPattern = /insert into (user_alerts|alert_orders)\b/

/** Returns the functions that write, either directly or by calling another one. */
function findWriters(bodies: ReadonlyMap<string, string>, writes: RegExp): ReadonlySet<string> {
  const writers = new Set([...bodies].filter(([, body]) => writes.test(body)).map(([name]) => name))
  for (;;) {
    const sizeBefore = writers.size
    const callPattern = new RegExp(`\\b(${[...writers].join('|')})\\s*\\(`)
    for (const [name, body] of bodies) if (callPattern.test(body)) writers.add(name)
    if (writers.size === sizeBefore) return writers
  }
}

async function listTablesWithTriggers(writes: RegExp): Promise<string[]> {
  const { rows } = await db.pool.query<{ name: string; body: string }>(
    `select proname as name, string_agg(prosrc, ' ') as body from pg_proc
     where pronamespace = 'public'::regnamespace group by proname`,
  )
  const writers = findWriters(new Map(rows.map(({ name, body }) => [name, body])), writes)
  const { rows: triggers } = await db.pool.query<{ at: string }>(
    `select distinct t.tgrelid::regclass || ': ' || p.proname as at
     from pg_trigger t join pg_proc p on p.oid = t.tgfoid
     where not t.tgisinternal and t.tgparentid = 0 and p.proname = any($1)`,
    [[...writers]],
  )
  return triggers.map(({ at }) => at).toSorted()
}

describe('triggers that write events', () => {
  it('are listed with their writers', async () => {
    expect(await listTablesWithTriggers(eventInsertPattern)).toEqual(Object.keys(feedTriggers).toSorted())
  })

  it('have at least two writers each', () => {
    const singleWriterTables = Object.entries(feedTriggers).filter(([, writers]) => new Set(writers).size < 2)
    expect(singleWriterTables.map(([name]) => `${name}: publish beside its one write instead`)).toEqual([])
  })
})

it('no trigger raises alerts, whose texts are in TypeScript', async () => {
  expect(await listTablesWithTriggers(alertInsertPattern)).toEqual([])
})
