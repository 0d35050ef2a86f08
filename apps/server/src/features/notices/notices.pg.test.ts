import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { testWorld } from '../../testing/test-world.ts'
import { sendNotices } from './send-notices.ts'

/** Far from UTC and not a whole hour away, so that a forgotten time zone fails. */
const timeZone = 'Asia/Kolkata'

const muster = testServices({ env: { TIME_ZONE: timeZone } })
const { zone, manager, ann, bob } = testWorld(
  muster,
  { manager: { firstName: 'Mia', in: 'zone_manager_rw' }, ann: 'app_user', bob: 'app_user' },
  { name: 'Depot' },
)

beforeEach(async () => {
  await muster.db.pool.query('delete from notice_rules')
  await query(
    `update zone_assignments set assigned_at = now() - interval '9 days', accepted_at = now() - interval '9 days' where zone_id = $1`,
    zone.id,
  )
})

const query = async (statement: string, ...values: unknown[]) =>
  (await muster.db.pool.query(statement, values)).rows
const log = { error: vi.fn() }
const run = (db: Pick<typeof muster.db, 'asOwner'> = muster.db) => sendNotices(db, log, timeZone)
const noticesAs = (user: TestUser) => muster.call(user).notices
const setOfZone = (
  kind: 'zone_empty' | 'zone_above' | 'zone_full' | 'absent',
  threshold: number | null = null,
) => noticesAs(manager).setOfZone({ zoneId: zone.id, kind, enabled: true, threshold })
const follow = (user: TestUser, follows = true) =>
  noticesAs(manager).follow({ zoneId: zone.id, userId: user.id, follows })

/** Begins a visit as the check writer does, this many minutes ago. */
async function enter(user: TestUser, minutesAgo = 0) {
  await query(
    `insert into presence_history (user_id, zone_id, entry_time, tracking_source)
     values ($1, $2, now() - $3 * interval '1 minute', 'device')`,
    user.id,
    zone.id,
    minutesAgo,
  )
  await query(
    `update presence_tracking set is_inside_zone = true, entry_time = now() - $3 * interval '1 minute', exit_time = null,
       captured_at = now(), received_at = now() where user_id = $1 and zone_id = $2`,
    user.id,
    zone.id,
    minutesAgo,
  )
}
async function leave(user: TestUser, minutesAgo = 0) {
  await query(
    `update presence_history set exit_time = greatest(entry_time, now() - $3 * interval '1 minute')
     where user_id = $1 and zone_id = $2 and exit_time is null`,
    user.id,
    zone.id,
    minutesAgo,
  )
  await query(
    `update presence_tracking set is_inside_zone = false, exit_time = greatest(entry_time, now() - $3 * interval '1 minute'),
       captured_at = now() where user_id = $1 and zone_id = $2`,
    user.id,
    zone.id,
    minutesAgo,
  )
}
const seeOutside = (user: TestUser) =>
  query(`update presence_tracking set captured_at = now() where user_id = $1`, user.id)

/** Runs the job and returns the titles of the new alerts of the person. */
async function runAndReadTitles(user: TestUser = manager): Promise<string[]> {
  await run()
  const rows = await query(
    `with seen as (update user_alerts set type = 'system', is_read = true
       where user_id = $1 and type in ('presence_notice', 'shift_reminder') returning id, title)
     select title from seen order by id`,
    user.id,
  )
  return rows.map(it => it.title)
}

/** Plans an eight-hour shift that begins this many minutes from now, by the clock of the zone. */
async function planShift(beginsInMinutes: number, graceMinutes = 10, hours = 8) {
  await query(
    `insert into shift_plans (request_id, zone_id, name, days, starts, ends, grace_minutes, valid_from)
     select uuid_v7(), $1, 'Day', '{1,2,3,4,5,6,7}', date_trunc('minute', at)::time,
       date_trunc('minute', at + $4 * interval '1 hour')::time, $3, '2026-01-01'
     from (select (now() + $2 * interval '1 minute') at time zone '${timeZone}' as at) its`,
    zone.id,
    beginsInMinutes,
    graceMinutes,
    hours,
  )
}

describe('a notice about a zone', () => {
  it('is sent once when the zone empties, and again after somebody was inside, but not within 15 minutes', async () => {
    await setOfZone('zone_empty')
    expect(await runAndReadTitles()).toEqual([])
    await enter(ann)
    expect(await runAndReadTitles()).toEqual([])
    await leave(ann)
    expect(await runAndReadTitles()).toEqual(['Depot is empty'])
    expect(await runAndReadTitles()).toEqual([])
    const empty = async () => {
      await enter(ann)
      await run()
      await leave(ann)
      return runAndReadTitles()
    }
    expect(await empty()).toEqual([])
    await query(`update sent_notices set created_at = created_at - interval '16 minutes'`)
    expect(await empty()).toEqual(['Depot is empty'])
  })

  it('above a number is sent when it is passed, and only after the number of people fell below it again', async () => {
    await setOfZone('zone_above', 1)
    await enter(ann)
    expect(await runAndReadTitles()).toEqual([])
    await enter(bob)
    expect(await runAndReadTitles()).toEqual(['More than 1 person is inside Depot'])
    await leave(bob)
    await run()
    await enter(bob)
    expect(await runAndReadTitles()).toEqual([])
    await leave(ann)
    await leave(bob)
    await run()
    await enter(ann)
    await enter(bob)
    expect(await runAndReadTitles()).toHaveLength(1)
  })

  it('says that the capacity is passed', async () => {
    await query('update zones set max_capacity = 1 where id = $1', zone.id)
    await setOfZone('zone_full')
    await run()
    await enter(ann)
    expect(await runAndReadTitles()).toEqual([])
    await enter(bob)
    expect(await runAndReadTitles()).toEqual(['Depot is over its capacity'])
  })

  it('counts badges as the zone card does, and no zone with a visitor as empty', async () => {
    await query('update zones set max_capacity = 1 where id = $1', zone.id)
    await setOfZone('zone_empty')
    await setOfZone('zone_full')
    const setBadge = (direction: 'in' | 'out') =>
      query(
        `insert into badge_states (zone_id, number, direction, at, sent_at) values ($1, '17', $2, now(), now())
          on conflict (zone_id, number) do update set direction = excluded.direction`,
        zone.id,
        direction,
      )
    await enter(ann)
    await run()
    await setBadge('in')
    expect(await runAndReadTitles()).toEqual(['Depot is over its capacity'])
    const { visitId } = await muster.call(manager).visitors.add({
      zoneId: zone.id,
      name: 'Vera Sommer',
      hostId: ann.id,
      requestId: crypto.randomUUID(),
    })
    await leave(ann)
    expect(await runAndReadTitles()).toEqual([])
    await setBadge('out')
    expect(await runAndReadTitles()).toEqual([])
    await muster.call(manager).visitors.signOut({ zoneId: zone.id, visitId })
    expect(await runAndReadTitles()).toEqual(['Depot is empty'])
  })

  it.each([
    ['the manager left the zone', () => query('delete from zone_assignments where user_id = $1', manager.id)],
    [
      'the manager’s account is suspended',
      () => query(`update user_profiles set status = 'suspended' where id = $1`, manager.id),
    ],
    ['the zone is suspended', () => query(`update zones set status = 'suspended' where id = $1`, zone.id)],
    [
      'the manager may no longer see who is inside',
      () => query(`update zone_assignments set role = 'app_user' where user_id = $1`, manager.id),
    ],
  ])('is not sent if %s', async (_title, revoke) => {
    await setOfZone('zone_empty')
    await follow(ann)
    await enter(ann)
    await run()
    await revoke()
    await query(`delete from user_alerts where user_id = $1`, manager.id)
    await leave(ann)
    expect(await runAndReadTitles()).toEqual([])
  })

  it('is sent once by two nodes that run at the same time', async () => {
    await setOfZone('zone_empty')
    await follow(ann)
    await enter(ann)
    await run()
    await leave(ann)
    await Promise.all([run(), run(), run()])
    expect((await runAndReadTitles()).toSorted()).toEqual([
      expect.stringMatching(/^Ann Test left at/),
      'Depot is empty',
    ])
  })
})

it('a kind that fails is logged and does not stop the other kinds', async () => {
  await follow(ann)
  await seeOutside(ann)
  await run()
  await enter(ann)
  let isFirst = true
  const asOwner: typeof muster.db.asOwner = (...work) => {
    if (!isFirst) return muster.db.asOwner(...work)
    isFirst = false
    return Promise.reject(new Error('canceling statement due to statement timeout'))
  }
  await run({ asOwner })
  expect(log.error.mock.lastCall?.[0]).toMatchObject({ kind: 'sendZoneChanges' })
  expect(await runAndReadTitles()).toHaveLength(1)
})

describe('a followed person', () => {
  it('is reported when they enter and leave, each once', async () => {
    await seeOutside(ann)
    await follow(ann)
    expect(await runAndReadTitles()).toEqual([])
    await enter(ann)
    expect(await runAndReadTitles()).toEqual([expect.stringMatching(/^Ann Test entered at \d\d:\d\d$/)])
    expect(await runAndReadTitles()).toEqual([])
    await leave(ann)
    expect(await runAndReadTitles()).toEqual([expect.stringMatching(/^Ann Test left at \d\d:\d\d$/)])
    await enter(ann)
    await leave(ann)
    expect(await runAndReadTitles()).toEqual([expect.stringMatching(/^Ann Test was inside from .* to .*$/)])
    expect(await runAndReadTitles()).toEqual([])
  })

  it('is named with the others who came in the same minute in one alert, which ends with the account of any of them', async () => {
    for (const user of [ann, bob]) {
      await seeOutside(user)
      await follow(user)
    }
    await run()
    await enter(ann)
    await enter(bob)
    await run()
    const readAlerts = () =>
      query(
        `select title, description from user_alerts where user_id = $1 and type = 'presence_notice'`,
        manager.id,
      )
    expect(await readAlerts()).toEqual([
      {
        title: '2 people entered or left Depot',
        description: expect.stringMatching(/^Ann Test entered at .*; Bob Test entered at/),
      },
    ])
    await query('delete from user_profiles where id = $1', bob.id)
    expect(await readAlerts()).toEqual([])
  })

  it('is not reported for an entry that arrives more than a quarter of an hour late, or without consent', async () => {
    await seeOutside(ann)
    await follow(ann)
    await run()
    await enter(ann, 16)
    expect(await runAndReadTitles()).toEqual([])
    await query(
      `update presence_tracking set consent = 'withdrawn', is_inside_zone = false, entry_time = null, exit_time = now(),
         captured_at = null, received_at = null where user_id = $1`,
      ann.id,
    )
    expect(await runAndReadTitles()).toEqual([])
  })

  it('sees who follows them, but not once the follower turned it off', async () => {
    await follow(ann)
    const readWatchers = async () => (await noticesAs(ann).list()).watchers.map(it => [it.name, it.zoneName])
    expect(await readWatchers()).toEqual([['Mia Test', 'Depot']])
    expect((await noticesAs(bob).list()).watchers).toEqual([])
    await noticesAs(manager).setOfZone({ zoneId: zone.id, kind: 'people', enabled: false, threshold: null })
    expect(await readWatchers()).toEqual([])
  })

  it('no longer concerns a follower who may not see who is inside, so nothing that waits is pushed to them', async () => {
    const concerns = async (type: string) =>
      (await query(`select alert_concerns($1, $2, $3, '{}') as it`, manager.id, zone.id, type))[0].it
    expect(await concerns('presence_notice')).toBe(true)
    await query(`update zone_assignments set role = 'app_user' where user_id = $1`, manager.id)
    expect([await concerns('presence_notice'), await concerns('hazard_alert')]).toEqual([false, true])
  })

  it('must be in the zone, and the follower must be allowed to see who is inside', async () => {
    const stranger = await muster.make.user()
    expect(await readCode(follow(stranger))).toBe('USER_NOT_FOUND')
    expect(await readCode(noticesAs(ann).follow({ zoneId: zone.id, userId: bob.id, follows: true }))).toBe(
      'FORBIDDEN',
    )
  })

  it('ends the rule when they are the last one who is no longer followed', async () => {
    await follow(ann)
    expect((await noticesAs(manager).list()).rules).toMatchObject([
      { kind: 'people', people: [{ name: 'Ann Test' }] },
    ])
    await follow(ann, false)
    expect((await noticesAs(manager).list()).rules).toEqual([])
  })
})

describe('expected but not here', () => {
  it('is one alert with the names once the grace time is over, without who was there, is excused or may not be located', async () => {
    const cem = await muster.make.user({ firstName: 'Cem' })
    const dora = await muster.make.user({ firstName: 'Dora' })
    const emil = await muster.make.user({ firstName: 'Emil' })
    for (const user of [cem, dora, emil]) {
      await muster.make.assign(user, zone)
      await query(
        `update zone_assignments set assigned_at = now() - interval '9 days', accepted_at = now() - interval '9 days' where user_id = $1`,
        user.id,
      )
    }
    await query(`update presence_tracking set consent = 'withdrawn' where user_id = $1`, emil.id)
    await planShift(-12, 15)
    await setOfZone('absent')
    expect(await runAndReadTitles()).toEqual([])
    await query('update shift_plans set grace_minutes = 10 where zone_id = $1', zone.id)
    await enter(cem, 8)
    await leave(cem, 2)
    await query(
      `insert into attendance_corrections (request_id, zone_id, user_id, day, excused, reason, corrected_by)
       select uuid_v7(), $1, $2, day, true, 'ill', $3
       from expected_shifts(array[$1::uuid], current_date - 1, current_date + 1, '${timeZone}', array[$2::uuid])
       where starts_at between now() - interval '14 minutes' and now()`,
      zone.id,
      dora.id,
      manager.id,
    )
    await run()
    const [alert] = await query(
      `select title, description from user_alerts where user_id = $1 and type = 'presence_notice'`,
      manager.id,
    )
    expect(alert.title).toBe('2 people expected but not here: Depot')
    expect(alert.description).toMatch(/^Day, \d\d:\d\d: Ann Test; Bob Test$/)
    await runAndReadTitles()
    expect(await runAndReadTitles()).toEqual([])
  })

  it('is not sent on a holiday', async () => {
    await planShift(-12)
    await query(
      `insert into zone_holidays (zone_id, day, name)
       select $1, (now() at time zone '${timeZone}')::date + n, 'Feast' from generate_series(-1, 1) n`,
      zone.id,
    )
    await setOfZone('absent')
    expect(await runAndReadTitles()).toEqual([])
  })
})

describe('a person’s own shift', () => {
  it('is announced before it begins, once, by the clock of the zone', async () => {
    await planShift(25)
    await noticesAs(ann).setOwn({ kind: 'shift_begins', enabled: true, minutes: 20 })
    expect(await runAndReadTitles(ann)).toEqual([])
    await noticesAs(ann).setOwn({ kind: 'shift_begins', enabled: true, minutes: 30 })
    const [{ clock }] = await query(
      `select to_char((now() + interval '25 minutes') at time zone '${timeZone}', 'HH24:MI') as clock`,
    )
    expect(await runAndReadTitles(ann)).toEqual([`Your shift begins at ${clock}`])
    expect(await runAndReadTitles(ann)).toEqual([])
  })

  it('is announced before it ends', async () => {
    await planShift(-55, 10, 1)
    await noticesAs(ann).setOwn({ kind: 'shift_ends', enabled: true, minutes: 10 })
    expect(await runAndReadTitles(ann)).toEqual([expect.stringMatching(/^Your shift ends at/)])
    await noticesAs(ann).setOwn({ kind: 'shift_ends', enabled: false, minutes: 10 })
    expect(await runAndReadTitles(bob)).toEqual([])
  })

  it('reports a forgotten check-out once a visit, some minutes after the end of the shift', async () => {
    await planShift(-100, 10, 1)
    await enter(ann, 95)
    await noticesAs(ann).setOwn({ kind: 'forgotten_check_out', enabled: true, minutes: 60 })
    expect(await runAndReadTitles(ann)).toEqual([])
    await noticesAs(ann).setOwn({ kind: 'forgotten_check_out', enabled: true, minutes: 30 })
    expect(await runAndReadTitles(ann)).toEqual(['You’re still counted as inside Depot'])
    expect(await runAndReadTitles(ann)).toEqual([])
  })

  it('does not report somebody who came back after the shift, or stays long during one', async () => {
    await planShift(-100, 10, 1)
    await enter(ann, 20)
    await noticesAs(ann).setOwn({ kind: 'forgotten_check_out', enabled: true, minutes: 30 })
    expect(await runAndReadTitles(ann)).toEqual([])
  })

  it('without a plan, reports a visit of more than 14 hours', async () => {
    await noticesAs(ann).setOwn({ kind: 'forgotten_check_out', enabled: true, minutes: 30 })
    await noticesAs(bob).setOwn({ kind: 'forgotten_check_out', enabled: true, minutes: 30 })
    await enter(ann, 14 * 60 + 1)
    await enter(bob, 13 * 60)
    expect(await runAndReadTitles(ann)).toHaveLength(1)
    expect(await runAndReadTitles(bob)).toEqual([])
  })
})

it('a person has at most 50 notices about zones', async () => {
  await setOfZone('zone_empty')
  for (let count = 0; count < 49; count++) {
    const other = await muster.make.zone()
    await query(
      `insert into notice_rules (user_id, zone_id, kind) values ($1, $2, 'zone_empty')`,
      manager.id,
      other.id,
    )
  }
  expect(await readCode(setOfZone('zone_above', 3))).toBe('NOTICES_FULL')
  // One that exists can still be changed.
  await setOfZone('zone_empty')
})
