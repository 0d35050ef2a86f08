import { serveApp } from '@muster/server/src/app/testing/served-app.ts'
import { openDatabase } from '@muster/server/src/db/database.ts'
import { createTestDatabase } from '@muster/server/src/testing/test-database.ts'
import { expect, test } from 'vitest'
import { makeSenders, sendOnce } from './senders.ts'
import { findProblems } from './verify.ts'

/** Damage that a crash could cause but must not. */
const corruptions = {
  'an acknowledged check is gone': `delete from position_checks where id = (select id from position_checks limit 1)`,
  'a verdict changed': `update position_checks set inside = not inside where id = (select id from position_checks limit 1)`,
  'a state is old': `update presence_tracking set captured_at = captured_at - interval '1 second'`,
  'a visit is missing': `delete from presence_history where id = (select id from presence_history limit 1)`,
  'a visit stayed open': `update presence_history set exit_time = null, duration_minutes = null
    where id in (select distinct on (user_id) h.id from presence_history h join presence_tracking t using (user_id, zone_id)
      where not t.is_inside_zone order by user_id)`,
  'a duration is wrong': `update presence_history set duration_minutes = 7 where exit_time is not null`,
  'occupancy drifted': `update zones set phone_occupancy = phone_occupancy + 1`,
  'an event is missing': `delete from feed_events where seq = (select max(seq) from feed_events where kind = 'presence.changed' and topic like 'zone:%')`,
}

test('the verification of the kill test detects every kind of damage and reports none on sound data', async () => {
  const database = await createTestDatabase()
  const testServer = await serveApp(database.url)
  const db = openDatabase(database.url, { size: 4 })
  try {
    const origin = await testServer.app.listen({ port: 0, host: '127.0.0.1' })
    const senders = await makeSenders(db, { senders: 6, zones: 2 })
    for (let n = 0; n < 8; n++) await Promise.all(senders.map(sender => sendOnce(origin, sender)))
    expect(await findProblems(db.pool, senders)).toEqual([])
    const problemCounts: Record<string, number> = {}
    for (const [name, sql] of Object.entries(corruptions)) {
      const client = await db.pool.connect()
      try {
        await client.query('begin')
        await client.query(sql)
        problemCounts[name] = (await findProblems(client, senders)).length
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
    expect(Object.entries(problemCounts).filter(([, problemCount]) => problemCount === 0)).toEqual([])
  } finally {
    await db.close()
    await testServer.close()
    await database.drop()
  }
})
