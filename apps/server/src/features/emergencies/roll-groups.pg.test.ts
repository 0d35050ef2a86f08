import { limits } from '@muster/domain/limits.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { write } from '../../live/write.ts'
import { readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { testWorld } from '../../testing/test-world.ts'
import { callNewcomers } from './add-newcomers.ts'
import { noteSeenOutside } from './follow-presence.ts'
import { clearLeavers, deleteOldLeavers } from './leavers.queries.ts'
import { lockOpen } from './roll.queries.ts'

const muster = testServices({ env: { TIME_ZONE: 'Asia/Kolkata' } })
const { zone, manager, ann, bob } = testWorld(muster, {
  manager: { firstName: 'Mia', in: 'zone_manager_rw' },
  ann: 'app_user',
  bob: 'app_user',
})
const { zone: otherZone } = testWorld(muster, {})

beforeEach(() => putInside(ann))

const query = (sql: string, ...values: unknown[]) => muster.db.pool.query(sql, values)
const putInside = (who: TestUser, itsZone = zone) =>
  query(
    `update presence_tracking set is_inside_zone = true, entry_time = now(), captured_at = now(), latitude = 1, longitude = 1,
      accuracy_meters = 5, consent = 'given' where user_id = $1 and zone_id = $2`,
    who.id,
    itsZone.id,
  )
const preview = (more: object = {}) =>
  muster.call(manager).emergencies.preview({ zoneId: zone.id, kind: 'evacuate', ...more })
const declare = async (more: object = {}) =>
  (
    await muster.call(manager).emergencies.declare({
      zoneId: zone.id,
      kind: 'evacuate',
      drill: false,
      requestId: crypto.randomUUID(),
      ...more,
    })
  ).emergencyId
const listPeople = async (emergencyId: string, listed: 'counted' | 'uncounted' = 'counted') =>
  (await muster.call(manager).emergencies.people({ emergencyId, listed })).rows
const get = (emergencyId: string) => muster.call(manager).emergencies.get({ emergencyId })

describe('people whose shift runs now', () => {
  const startShift = (fromMinutes: number, toMinutes: number) =>
    query(
      `insert into shift_plans (request_id, zone_id, name, days, starts, ends, valid_from)
        select uuid_v7(), $1, 'Day', '{1,2,3,4,5,6,7}', (at + $2 * interval '1 minute')::time, (at + $3 * interval '1 minute')::time,
          at::date - 2
        from (select now() at time zone zone_time_zone($1, 'Asia/Kolkata') as at) its`,
      zone.id,
      fromMinutes,
      toMinutes,
    )

  beforeEach(() =>
    query(
      `update zone_assignments set assigned_at = now() - interval '3 days', accepted_at = now() - interval '3 days' where zone_id = $1`,
      zone.id,
    ),
  )

  it('are called and counted apart from those inside, unless that is switched off', async () => {
    await startShift(-60, 60)
    expect(new Set((await preview()).reasons)).toEqual(
      new Set([
        { why: 'inside', people: 1 },
        { why: 'expected', people: 2 },
      ]),
    )
    expect(await preview({ expected: false })).toMatchObject({ people: 1 })
    expect(await preview({ kind: 'welfare' })).toMatchObject({ people: 3 })
    const emergencyId = await declare()
    expect((await listPeople(emergencyId)).map(it => [it.name, it.why])).toEqual([
      ['Ann Test', 'inside'],
      ['Bob Test', 'expected'],
      ['Mia Test', 'expected'],
    ])
    expect((await muster.call(bob).emergencies.mine()).emergencies).toHaveLength(1)
  })

  it.each([
    ['has not begun', () => startShift(30, 120)],
    ['is over', () => startShift(-120, -30)],
    [
      'runs, and who were just seen outside',
      async () => {
        await startShift(-60, 60)
        await query(`update presence_tracking set captured_at = now() where user_id = $1`, bob.id)
      },
    ],
    [
      'runs, and who have left since it began',
      async () => {
        await startShift(-60, 60)
        await query(
          `insert into presence_history (zone_id, user_id, entry_time, exit_time, tracking_source)
            values ($1, $2, now() - interval '50 minutes', now() - interval '5 minutes', 'manual')`,
          zone.id,
          bob.id,
        )
      },
    ],
    [
      'runs, and who are excused',
      async () => {
        await startShift(-60, 60)
        await query(
          `insert into attendance_corrections (request_id, zone_id, user_id, day, excused, reason)
            select uuid_v7(), $1, $2, (now() at time zone zone_time_zone($1, 'Asia/Kolkata') - interval '60 minutes')::date, true, 'Ill'`,
          zone.id,
          bob.id,
        )
      },
    ],
  ])('does not expect people whose shift %s', async (_, arrange) => {
    await arrange()
    const emergencyId = await declare()
    expect((await listPeople(emergencyId)).map(it => it.name)).not.toContain('Bob Test')
  })

  it('are expected although a badge came in at another site days ago, unless it was just now', async () => {
    await startShift(-60, 60)
    const depot = await muster.make.zone()
    await muster.make.assign(bob, depot)
    await query(`insert into badges (zone_id, number, user_id) values ($1, '9', $2)`, depot.id, bob.id)
    await query(
      `insert into badge_states (zone_id, number, direction, at, sent_at) values ($1, '9', 'in', now() - interval '2 days', now())`,
      depot.id,
    )
    const listExpected = async () =>
      (await preview()).reasons.flatMap(it => (it.why === 'expected' ? [it.people] : []))
    expect(await listExpected()).toEqual([2])
    await query(`update badge_states set at = now() - interval '1 minute' where zone_id = $1`, depot.id)
    expect(await listExpected()).toEqual([1])
  })
})

describe('people who are called wherever they are', () => {
  it('are previewed with the reason with which they are on the roll, also by badge', async () => {
    await query(`insert into badges (zone_id, number, user_id) values ($1, '5', $2)`, zone.id, bob.id)
    await query(
      `insert into badge_states (zone_id, number, direction, at, sent_at) values ($1, '5', 'in', now(), now())`,
      zone.id,
    )
    const { reasons, people } = await preview({ kind: 'welfare' })
    expect(reasons).toContainEqual({ why: 'badge', people: 1 })
    const roll = await get(await declare({ kind: 'welfare' }))
    expect(roll.people).toBe(people)
    expect(new Set(roll.reasons)).toEqual(new Set(reasons))
  })
})

describe('people who do not count', () => {
  const set = (people: { userId: string; reason: string }[], expectedIds: string[] = []) =>
    muster.call(manager).zoneUncounted.set({ zoneId: zone.id, people, expectedIds })

  it('are listed with a reason, by members only, and a stale list changes nothing', async () => {
    expect((await set([{ userId: ann.id, reason: 'At the gate' }])).people).toEqual([
      { userId: ann.id, name: 'Ann Test', reason: 'At the gate' },
    ])
    expect(await readCode(set([]))).toBe('LIST_CHANGED')
    const stranger = await muster.make.user()
    expect(await readCode(set([{ userId: stranger.id, reason: 'x' }], [ann.id]))).toBe('NOT_ASSIGNED')
    expect((await muster.call(manager).zoneUncounted.list({ zoneId: zone.id })).people).toHaveLength(1)
    expect(await readCode(muster.call(ann).zoneUncounted.list({ zoneId: zone.id }))).toBe('FORBIDDEN')
  })

  it('are called and stand apart, and count as soon as they need help', async () => {
    await set([{ userId: ann.id, reason: 'At the gate' }])
    await putInside(bob)
    expect(await preview()).toMatchObject({ people: 1, uncounted: 1 })
    const emergencyId = await declare()
    expect(await get(emergencyId)).toMatchObject({ people: 1, uncounted: 1, states: { missing: 1 } })
    expect((await muster.call(ann).emergencies.mine()).emergencies).toHaveLength(1)
    expect((await listPeople(emergencyId)).map(it => it.name)).toEqual(['Bob Test'])
    expect((await listPeople(emergencyId, 'uncounted')).map(it => [it.name, it.uncountedReason])).toEqual([
      ['Ann Test', 'At the gate'],
    ])
    const answer = (state: 'help' | 'safe') =>
      muster.call(ann).emergencies.answer({ emergencyId, state, requestId: crypto.randomUUID() })
    await answer('help')
    expect(await get(emergencyId)).toMatchObject({ people: 2, uncounted: 0, states: { help: 1, missing: 1 } })
    await answer('safe')
    expect(await get(emergencyId)).toMatchObject({ people: 1, uncounted: 1, states: { safe: 0, missing: 1 } })
    const { longest } = await muster.call(manager).emergencies.report({ emergencyId })
    expect(longest.map(it => it.name)).toEqual(['Bob Test'])
  })
})

describe('people who left before', () => {
  const leave = (who: TestUser, minutesAgo: number) =>
    query(
      `insert into presence_history (zone_id, user_id, entry_time, exit_time, tracking_source)
        values ($1, $2, now() - interval '5 hours', now() - $3 * interval '1 minute', 'manual')`,
      zone.id,
      who.id,
      minutesAgo,
    )
  const listLeavers = async (emergencyId: string, who = manager) =>
    (await muster.call(who).emergencies.leftBefore({ emergencyId })).rows.map(it => it.name)

  it('are listed with the time for an hour, without being called, until they come back', async () => {
    await leave(bob, 20)
    await leave(bob, 10)
    await leave(manager, limits.leftBeforeMs / 60_000 + 5)
    await leave(ann, 30)
    const emergencyId = await declare()
    const { rows } = await muster.call(manager).emergencies.leftBefore({ emergencyId })
    expect(rows.map(it => [it.name, Math.round((Date.now() - Date.parse(it.leftAt)) / 60_000)])).toEqual([
      ['Bob Test', 10],
    ])
    expect(await get(emergencyId)).toMatchObject({ people: 1, leftBefore: 1 })
    expect((await muster.call(bob).emergencies.mine()).emergencies).toEqual([])
    await putInside(bob)
    await muster.db.asOwner('test', tx => write(tx, its => callNewcomers(its, { id: emergencyId })))
    expect(await get(emergencyId)).toMatchObject({ people: 2, leftBefore: 0 })
    expect(await listLeavers(emergencyId)).toEqual([])
  })

  it('lose their name with their account, and leave the list with the positions of the roll', async () => {
    await leave(bob, 10)
    const emergencyId = await declare()
    const run = () =>
      muster.db.asOwner('test', async tx => {
        await clearLeavers(100).execute(tx)
        await deleteOldLeavers(100).execute(tx)
      })
    await query('delete from auth.users where id = $1', bob.id)
    await run()
    expect(await listLeavers(emergencyId)).toEqual(['Bob Test'])
    await muster.call(manager).emergencies.allClear({ emergencyId })
    await run()
    expect(await listLeavers(emergencyId)).toEqual(['Unnamed member'])
    await query(
      `update emergencies set declared_at = now() - interval '1 year', all_clear_at = now() - $2 * interval '1 day' where id = $1`,
      emergencyId,
      limits.emergencyPositionDays + 1,
    )
    await run()
    expect(await listLeavers(emergencyId)).toEqual([])
  })
})

describe('a missing person who is seen outside', () => {
  const see = (who: TestUser, isInside: boolean, accuracyMeters = 8) =>
    query(
      `update presence_tracking set is_inside_zone = $3, captured_at = clock_timestamp(), accuracy_meters = $4
        where user_id = $1 and zone_id = $2`,
      who.id,
      zone.id,
      isInside,
      accuracyMeters,
    )
  const run = (emergencyId: string) =>
    muster.db.asOwner('test', tx =>
      write(tx, async its => {
        const emergency = await lockOpen(tx, emergencyId)
        return emergency ? noteSeenOutside(its, emergency) : undefined
      }),
    )

  it('stays missing with a note, which a reading inside removes', async () => {
    const emergencyId = await declare()
    expect(await run(emergencyId)).toBe(0)
    await see(ann, false, 80)
    expect(await run(emergencyId)).toBe(0)
    await see(ann, false)
    expect([await run(emergencyId), await run(emergencyId)]).toEqual([1, 0])
    const [person] = await listPeople(emergencyId)
    expect([person?.state, typeof person?.seenOutsideAt]).toEqual(['missing', 'string'])
    await see(ann, true)
    expect(await run(emergencyId)).toBe(1)
    expect((await listPeople(emergencyId))[0]?.seenOutsideAt).toBeNull()
  })

  it('is not noted while inside another zone of the emergency', async () => {
    await muster.make.assign(manager, otherZone, 'zone_manager_rw')
    await muster.make.assign(ann, otherZone)
    const emergencyId = await declare({ moreZoneIds: [otherZone.id] })
    await see(ann, false)
    await putInside(ann, otherZone)
    await query(`update presence_tracking set captured_at = clock_timestamp() where user_id = $1`, ann.id)
    expect(await run(emergencyId)).toBe(0)
  })
})

it('keeps the assembly points of two managers who save at once', async () => {
  const point = { name: 'Gate 3', lat: 1, lng: 1, radiusMeters: 30 }
  const save = (name: string, expectedNames: string[]) =>
    muster
      .call(manager)
      .emergencies.setPoints({ zoneId: zone.id, points: [{ ...point, name }], expectedNames })
  await save('Gate 1', [])
  expect(await readCode(save('Gate 2', []))).toBe('LIST_CHANGED')
  expect(
    (await muster.call(manager).emergencies.points({ zoneId: zone.id })).points.map(it => it.name),
  ).toEqual(['Gate 1'])
})
