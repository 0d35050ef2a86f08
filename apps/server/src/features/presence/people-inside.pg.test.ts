import { badgeGoneMs, badgeUnseenMs } from '@muster/domain/badge.ts'
import { limits } from '@muster/domain/limits.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import type { TestUser } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { testWorld } from '../../testing/test-world.ts'
import { completeRolls } from '../emergencies/follow-presence.ts'
import { sendNotices } from '../notices/send-notices.ts'
import { countUnseen } from './count-unseen.ts'
import { createPendingCheck } from './testing/checks.ts'
import { exportText } from './testing/export-text.ts'

const muster = testServices()
const { zone, manager, admin, worker, ann, bob } = testWorld(
  muster,
  {
    manager: 'zone_manager_rw',
    admin: { role: 'admin' },
    worker: 'app_user',
    ann: 'app_user',
    bob: 'app_user',
  },
  { name: 'Depot' },
)

afterEach(() => query('delete from zones'))

const query = async (statement: string, ...values: unknown[]) =>
  (await muster.db.pool.query(statement, values)).rows
const check = (who: TestUser, more: object = {}) =>
  muster.services.presence.writer.write(createPendingCheck(who, zone, Date.now(), more))
const assignBadges = (...badges: { number: string; userId?: string; name?: string }[]) =>
  muster.call(manager).badges.assign({ zoneId: zone.id, badges })
const readBadge = (number: string, direction: 'in' | 'out' = 'in', agoMs = 60_000) =>
  query(
    `insert into badge_states (zone_id, number, direction, at, sent_at)
     values ($1, $2, $3, now() - $4 * interval '1 ms', now()) on conflict (zone_id, number) do update
       set direction = excluded.direction, at = excluded.at`,
    zone.id,
    number,
    direction,
    agoMs,
  )
const addVisitor = async (name: string, badge = '') =>
  (
    await muster.call(manager).visitors.add({
      ...{ zoneId: zone.id, name, company: 'Acme', hostId: null, badge },
      requestId: crypto.randomUUID(),
    })
  ).visitId
const readZone = async (who = manager) => {
  const { currentOccupancy, parts } = await muster.call(who).zones.get({ zoneId: zone.id })
  return { currentOccupancy, parts }
}
const readParts = async () => (await readZone()).parts

/** Two people by phone, one of them with a badge too; a member, somebody without an account and an unknown number by badge; two visitors. */
async function fillZone() {
  const cem = await muster.make.user({ firstName: 'Cem' })
  await muster.make.assign(cem, zone)
  await assignBadges(
    { number: '1', userId: ann.id },
    { number: '2', userId: cem.id },
    { number: '3', name: 'Dora Lift' },
  )
  for (const number of ['1', '2', '3', '4711', 'V1']) await readBadge(number)
  await check(ann)
  await check(bob, { source: 'device' })
  await addVisitor('Else Gast', 'V1')
  await addVisitor('Finn Gast')
}
const everybody = { byPhone: 2, byBadge: 3, visitors: 2 }

/** Reads the number of people inside at each place that says it. */
async function readNumbers() {
  const { call, db } = muster
  const zoneId = zone.id
  await query('delete from notice_rules')
  await call(manager).notices.setOfZone({ zoneId, kind: 'zone_above', enabled: true, threshold: 1 })
  await query('update notice_rules set reached = false')
  const log = { error: (facts: object) => expect.fail(JSON.stringify(facts)) }
  await sendNotices(db, log, 'UTC')
  const [notice] = await query(
    `delete from user_alerts where user_id = $1 and type = 'presence_notice' returning description`,
    manager.id,
  )
  const list = async <Row>(page: Promise<{ rows: Row[] }>) => (await page).rows
  const [byPhone, byBadge, visitors] = await Promise.all([
    list(call(manager).presence.inside({ zoneId })),
    list(call(manager).badges.inside({ zoneId })),
    list(call(manager).visitors.list({ zoneId, state: 'inside' })),
  ])
  const csv = await exportText(db, manager, { zoneId, kind: 'inside', format: 'csv' })
  return {
    card: (await call(manager).zones.get({ zoneId })).currentOccupancy,
    ownZones: (await call(manager).zones.mine()).zones[0]?.currentOccupancy,
    cardOfMember: (await call(worker).zones.get({ zoneId })).currentOccupancy,
    allZones: (await call(admin).zones.all({})).rows[0]?.currentOccupancy,
    map: (await call(admin).zones.map({})).zones[0]?.currentOccupancy,
    dashboard: (await call(manager).dashboards.zoneStatistics({ zoneId })).inside,
    insideNow: (await call(manager).presence.panel({ zoneId })).inside,
    lists: byPhone.length + byBadge.filter(it => !it.byPhone).length + visitors.length,
    zonesInside: (await call(admin).presence.insideZones({})).rows[0]?.inside,
    everywhere: (await call(admin).presence.insideCounts()).people,
    print: (await call(manager).presence.roll({ zoneId })).rows.length,
    csv: csv.trim().split('\r\n').length - 1,
    notice: Number.parseInt(notice?.description, 10),
    emergencyPreview: (await call(manager).emergencies.preview({ zoneId, kind: 'evacuate' })).people,
  }
}
const everyNumber = (people: number, numbers: object) =>
  Object.fromEntries(Object.keys(numbers).map(place => [place, people]))

describe('everybody inside', () => {
  it('is the same number everywhere', async () => {
    await fillZone()
    const numbers = await readNumbers()
    expect(numbers).toEqual(everyNumber(7, numbers))
    expect(await readParts()).toEqual(everybody)
    const { call, db } = muster
    expect((await call(manager).presence.panel({ zoneId: zone.id })).parts).toEqual(everybody)
    expect((await call(admin).presence.insideCounts()).parts).toEqual(everybody)
    const { emergencyId } = await call(manager).emergencies.declare({
      ...{ zoneId: zone.id, kind: 'evacuate', drill: true, requestId: crypto.randomUUID() },
    })
    await completeRolls({ db, log: { warn: (facts: object) => expect.fail(JSON.stringify(facts)) } }, [
      zone.id,
    ])
    expect((await call(manager).emergencies.people({ emergencyId })).rows).toHaveLength(7)
    // Whoever has an account can be told.
    const reached = await query(
      `select from broadcast_reach($1, '{}', '{}', true, null, true) where barrier is null`,
      zone.id,
    )
    expect(reached).toHaveLength(3)
    const { link, code } = await call(manager).responders.create({ emergencyId, hours: 1 })
    const { key } = await call(undefined).responders.open({ token: link.split('/').at(-1) ?? '', code })
    expect((await call(undefined).responders.read({ key })).board.people).toBe(7)
  })

  it('counts whoever comes by another way, which is one more branch, at every reader', async () => {
    await fillZone()
    const [{ source }] = await query(`select prosrc as source from pg_proc where proname = 'people_inside'`)
    const columns = await query(
      `select pg_get_function_result(oid) as result from pg_proc where proname = 'people_inside'`,
    )
    const replace = (body: string) =>
      query(
        `create or replace function people_inside() returns ${columns[0].result} language sql stable as $fn$${body}$fn$`,
      )
    await replace(`${source} union all select z.id, 'wifi', 'wifi ' || z.id, null, null, 'Guest phone', '', '', null, null, 'Hall 2',
      now(), now(), null, null, false from zones z`)
    try {
      await countUnseen(muster.db)
      const numbers = await readNumbers()
      // The roll of an emergency has inserts of its own until it reads this set too.
      expect(numbers).toEqual({ ...everyNumber(8, numbers), emergencyPreview: numbers.emergencyPreview })
    } finally {
      await replace(source)
    }
    await countUnseen(muster.db)
    expect((await readZone()).currentOccupancy).toBe(7)
  })

  it('says the number to every member, and its parts only to those who may see who is inside', async () => {
    await fillZone()
    expect(await readZone(worker)).toEqual({ currentOccupancy: 7, parts: null })
    const count = (who: TestUser) =>
      muster.db.asActor({ userId: who.id, sessionId: who.sessionId }, async tx => {
        const { rows } = await sql<{ way: string }>`select way from people_inside() order by way`.execute(tx)
        return rows.map(it => it.way)
      })
    expect(await count(manager)).toEqual(['badge', 'badge', 'badge', 'phone', 'phone', 'visitor', 'visitor'])
    expect(await count(ann)).toEqual(['phone'])
    expect(await count(worker)).toEqual([])
    expect(await count(await muster.make.user())).toEqual([])
  })

  it('counts a phone beside somebody else’s badge', async () => {
    await assignBadges({ number: '1', userId: ann.id })
    await readBadge('1')
    await check(bob)
    expect(await readZone()).toEqual({ currentOccupancy: 2, parts: { byPhone: 1, byBadge: 1, visitors: 0 } })
    await check(bob, { inside: false })
    expect(await readParts()).toEqual({ byPhone: 0, byBadge: 1, visitors: 0 })
  })

  it('follows each way in and out at once, and announces it', async () => {
    await fillZone()
    await query('delete from feed_events')
    await readBadge('2', 'out')
    expect(await readParts()).toEqual({ ...everybody, byBadge: 2 })
    const [event] = await query(`select topic, kind, payload from feed_events order by seq desc limit 1`)
    expect(event).toEqual({
      topic: `zone:${zone.id}`,
      kind: 'zone.occupancy',
      payload: { zoneId: zone.id, currentOccupancy: 6, parts: { ...everybody, byBadge: 2 } },
    })
    // Whoever leaves by phone and did not go out by badge is inside by badge.
    await check(ann, { inside: false })
    expect(await readParts()).toEqual({ byPhone: 1, byBadge: 3, visitors: 2 })
    await check(ann)
    expect(await readParts()).toEqual({ byPhone: 2, byBadge: 2, visitors: 2 })
    await muster.call(manager).badges.unassign({ zoneId: zone.id, number: '1' })
    expect(await readParts()).toEqual({ byPhone: 2, byBadge: 3, visitors: 2 })
    await muster.call(manager).badges.dismiss({ zoneId: zone.id, numbers: ['1'] })
    const visitId = await addVisitor('Gus Gast', '4711')
    expect(await readParts()).toEqual({ byPhone: 2, byBadge: 1, visitors: 3 })
    await muster.call(manager).visitors.signOut({ zoneId: zone.id, visitId })
    expect(await readParts()).toEqual({ byPhone: 2, byBadge: 1, visitors: 2 })
    await query('delete from user_profiles where id = $1', bob.id)
    expect(await readParts()).toEqual({ byPhone: 1, byBadge: 1, visitors: 2 })
  })

  it('is not seen, and is gone, after the times of the domain', async () => {
    await check(ann)
    await query(
      `update presence_tracking set captured_at = now() - $1 * interval '1 ms', entry_time = now() - interval '1 day' where user_id = $2`,
      limits.presenceStaleMs + 10_000,
      ann.id,
    )
    await readBadge('1', 'in', badgeUnseenMs + 10_000)
    await readBadge('2', 'in', badgeUnseenMs - 10_000)
    await readBadge('3', 'in', badgeGoneMs - 10_000)
    await readBadge('4', 'in', badgeGoneMs + 10_000)
    await countUnseen(muster.db)
    expect(await muster.call(manager).presence.panel({ zoneId: zone.id })).toMatchObject({
      inside: 4,
      parts: { byPhone: 1, byBadge: 3, visitors: 0 },
      unseen: 3,
      unseenByBadge: 2,
    })
    await query(`update badge_states set at = at - interval '20 seconds' where number = '3'`)
    await countUnseen(muster.db)
    expect((await readZone()).currentOccupancy).toBe(3)
  })

  it('is counted by index', async () => {
    const plan = await muster.db.asOwner('a plan has no rows', async tx => {
      await sql`set local enable_seqscan = off`.execute(tx)
      const { rows } = await sql<Record<string, string>>`explain select count(*) from people_inside()
        where zone_id = ${zone.id}::uuid`.execute(tx)
      return rows.map(row => row['QUERY PLAN']).join('\n')
    })
    expect(plan).not.toContain('Seq Scan')
    expect(plan).not.toContain('Function Scan')
    for (const index of ['badge_states_inside', 'visitor_visits_inside', 'badges_number'])
      expect(plan).toContain(index)
    expect(plan).toMatch(/presence_tracking_(inside|zone)/)
  })
})
