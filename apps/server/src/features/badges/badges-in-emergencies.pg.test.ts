import { text } from 'node:stream/consumers'
import { describe, expect, it, vi } from 'vitest'
import { readCsvFile } from '../../lib/testing/read-csv-file.ts'
import { countReach } from '../emergencies/board/messages.queries.ts'
import { completeRolls } from '../emergencies/follow-presence.ts'
import { makeExport } from '../presence/exports/make-export.ts'
import { hour, minute, prepareBadges, read } from './testing/prepare-badges.ts'

const { muster, zone, manager, ann, badges, createKey, post, send, assign, putInsideByPhone } =
  prepareBadges()

it('people inside by badge are on the roll that is printed or downloaded, with their reader', async () => {
  await assign({ number: '2', name: 'Cem Kaya', company: 'Lift Ltd', phone: '+49 1' })
  await send(read('2', 'in', hour), read('4711', 'in', 20 * hour))
  const { services, db } = muster
  const session = await services.sessions.resolve(manager.token)
  if (!session) throw new Error('The manager is not signed in')
  const { content, rows } = await makeExport({ db, retentionDays: 90, timeZone: 'UTC' }, session, {
    zoneId: zone.id,
    kind: 'inside',
    format: 'csv',
  })
  const lines = (await text(content)).split('\r\n')
  expect(lines[1]).toMatch(/^1,Badge 4711 \(unknown\),,4711,,[^,]+Z,not seen,,badge: Gate 2,/)
  expect(lines[2]).toMatch(/^2,Cem Kaya \(Lift Ltd\),,2,'\+49 1,[^,]+Z,inside,,badge: Gate 2,/)
  expect(rows).toBe(2)
})

describe('an emergency', () => {
  const declare = () =>
    muster.call(manager).emergencies.declare({
      zoneId: zone.id,
      kind: 'evacuate',
      drill: true,
      requestId: crypto.randomUUID(),
    })
  const listRoll = async (emergencyId: string) =>
    (await muster.call(manager).emergencies.people({ emergencyId })).rows
  const complete = () =>
    completeRolls({ db: muster.db, log: { warn: (facts: object) => expect.fail(JSON.stringify(facts)) } }, [
      zone.id,
    ])

  it('calls everybody who is inside by badge, each once', async () => {
    const bob = await muster.make.user({ firstName: 'Bob' })
    await muster.make.assign(bob, zone)
    await assign(
      { number: '1', userId: ann.id },
      { number: '2', name: 'Cem Kaya', company: 'Lift Ltd', phone: '+49 1' },
      { number: '5', userId: bob.id },
    )
    await putInsideByPhone(bob)
    await send(
      read('1', 'in', hour),
      read('2', 'in', hour),
      read('3', 'in', 20 * hour),
      read('5', 'in', hour),
    )
    const preview = await muster.call(manager).emergencies.preview({ zoneId: zone.id, kind: 'evacuate' })
    expect(preview.reasons).toContainEqual({ why: 'badge', people: 3 })
    const { emergencyId, people } = await declare()
    // Those who are inside only by badge follow the call, which does not wait for them.
    expect([people, preview.people]).toEqual([1, 4])
    const listRows = async () =>
      (await listRoll(emergencyId)).map(it => [it.name, it.why, it.phone, it.userId !== null])
    await expect.poll(listRows).toEqual([
      ['Cem Kaya (Lift Ltd)', 'badge', '+49 1', false],
      ['Ann Test', 'badge', '+911155500100', true],
      ['Bob Test', 'inside', '+911155500100', true],
      ['Badge 3 (unknown)', 'badge', '', false],
    ])
    expect((await muster.call(ann).emergencies.mine()).emergencies).toHaveLength(1)
    const { rows: stored } = await muster.db.pool.query(
      `select name, sort_name from emergency_people where emergency_id = $1 and badge = '3'`,
      [emergencyId],
    )
    expect(stored).toEqual([{ name: '3', sort_name: '3' }])
    await muster.db.pool.query(`update user_profiles set language = 'hi' where id = $1`, [manager.id])
    await muster.call(manager).emergencies.allClear({ emergencyId })
    const { csv } = await readCsvFile(muster.call(manager).emergencyReports.exportCsv({ emergencyId }))
    expect(csv).not.toContain('unknown')
    expect(csv).toMatch(/^[^,]*3[^,]*,/m)
  })

  it('calls members inside who are inside by badge and called wherever they are', async () => {
    await assign({ number: '1', userId: ann.id })
    await send(read('1', 'in', hour))
    const { emergencyId } = await muster.call(manager).emergencies.declare({
      zoneId: zone.id,
      kind: 'keep_away',
      drill: true,
      requestId: crypto.randomUUID(),
    })
    expect((await listRoll(emergencyId)).map(it => [it.name, it.why])).toEqual([
      ['Ann Test', 'badge'],
      ['Mia Test', 'off_site'],
    ])
  })

  it('leaves what the phone of somebody off site last said as it is when their badge is inside', async () => {
    await assign({ number: '1', userId: ann.id })
    await muster.db.pool.query(
      `update presence_tracking set captured_at = now(), accuracy_meters = 7, latitude = 1, longitude = 2, consent = 'given'
        where user_id = $1 and zone_id = $2`,
      [ann.id, zone.id],
    )
    await send(read('1', 'in', hour))
    const { emergencyId } = await muster.call(manager).emergencies.declare({
      ...{ zoneId: zone.id, kind: 'keep_away' as const, drill: true, requestId: crypto.randomUUID() },
    })
    const { rows } = await muster.db.pool.query(
      `select why, accuracy_meters, seen_at > now() - interval '5 minutes' as recent from emergency_people
        where emergency_id = $1 and user_id = $2`,
      [emergencyId, ann.id],
    )
    expect(rows).toEqual([{ why: 'badge', accuracy_meters: 7, recent: true }])
  })

  const completeAll = () =>
    completeRolls({ db: muster.db, log: { warn: (facts: object) => expect.fail(JSON.stringify(facts)) } })

  it('lists a bounded number of unknown badges, after everybody who is known, and counts the others', async () => {
    await assign({ number: '1', userId: ann.id }, { number: '2', name: 'Cem Kaya' })
    await muster.db.pool.query(
      `with numbers as (select 'X' || n as number, date_trunc('milliseconds', now()) as at from generate_series(1, 1200) n),
        events as (insert into badge_events (zone_id, number, direction, at, sent_at) select $1, number, 'in', at, at from numbers)
        insert into badge_states (zone_id, number, direction, at, sent_at) select $1, number, 'in', at, at from numbers`,
      [zone.id],
    )
    await send(read('1', 'in', minute), read('2', 'in', minute))
    const preview = await muster.call(manager).emergencies.preview({ zoneId: zone.id, kind: 'evacuate' })
    expect(preview).toMatchObject({ people: 302, unlistedBadges: 900 })
    const { emergencyId } = await declare()
    const readCounts = async () => {
      const { people, unlistedBadges } = await muster.call(manager).emergencies.get({ emergencyId })
      return [people, unlistedBadges]
    }
    await expect.poll(readCounts).toEqual([302, 900])
    // Dismissed numbers make room for others, which the job of every minute adds.
    await badges().dismiss({ zoneId: zone.id, numbers: ['X1', 'X10'] })
    await send(read('X999', 'out', 0))
    await complete()
    // The follower of this server may add them at the same time.
    expect([
      [300, 899],
      [302, 899],
      [302, 897],
    ]).toContainEqual(await readCounts())
    await completeAll()
    await vi.waitFor(async () => expect(await readCounts()).toEqual([302, 897]), { timeout: 5_000 })
  })

  it('gets the people by badge later if the process ended right after the call', async () => {
    await assign({ number: '1', userId: ann.id })
    await send(read('1', 'in', hour), read('3', 'in', hour))
    const { emergencyId } = await declare()
    await muster.db.pool.query(
      `with gone as (delete from emergency_people where emergency_id = $1)
        update emergencies set badges_added_at = null where id = $1`,
      [emergencyId],
    )
    await complete()
    expect((await listRoll(emergencyId)).map(it => it.name)).toEqual(['Ann Test', 'Badge 3 (unknown)'])
  })

  it('adds newcomers, and notes who left through a gate without counting them as safe', async () => {
    await send(read('3', 'in', hour))
    const { emergencyId } = await declare()
    await assign({ number: '1', userId: ann.id })
    await send(read('1', 'in', 0))
    await complete()
    await complete()
    expect((await listRoll(emergencyId)).map(it => [it.name, it.why])).toEqual([
      ['Ann Test', 'badge'],
      ['Badge 3 (unknown)', 'badge'],
    ])
    expect((await muster.call(ann).alerts.list({})).rows.length).toBeGreaterThan(0)
    await send(read('3', 'out', -1_000), read('1', 'out', -1_000))
    await complete()
    const roll = await listRoll(emergencyId)
    expect(roll.map(it => [it.state, it.badgeOut?.reader])).toEqual([
      ['missing', 'Gate 2'],
      ['missing', 'Gate 2'],
    ])
    await send(read('3', 'in', -2_000))
    await complete()
    expect((await listRoll(emergencyId)).map(it => it.badgeOut?.reader)).toEqual(['Gate 2', undefined])
    // The name of somebody without an account stays on the roll after the all clear.
    await muster.call(manager).emergencies.allClear({ emergencyId })
    expect((await listRoll(emergencyId)).map(it => it.name)).toEqual(['Ann Test', 'Badge 3 (unknown)'])
  })

  it('is searched by the name that an unknown badge has on screen, and messages go to what is found', async () => {
    await send(read('17', 'in', hour), read('18', 'in', hour))
    const { emergencyId } = await declare()
    const search = 'badge 17'
    const listNames = async () =>
      (await muster.call(manager).emergencies.people({ emergencyId, search })).rows.map(it => it.name)
    await expect.poll(listNames).toEqual(['Badge 17 (unknown)'])
    const target = { emergencyId, state: 'missing' as const, search }
    const reach = await muster.db.asOwner('test', tx => countReach(tx, target, manager.id))
    expect(reach.withoutAccount).toEqual([{ why: 'badge', people: 1 }])
  })

  it('adds nobody when a badge gets another owner, or none, during the emergency', async () => {
    await assign({ number: '1', userId: ann.id })
    await send(read('1', 'in', hour), read('3', 'in', hour))
    const { emergencyId } = await declare()
    const bob = await muster.make.user({ firstName: 'Bob' })
    await muster.make.assign(bob, zone)
    await assign({ number: '1', userId: bob.id }, { number: '3', userId: manager.id })
    await complete()
    const names = async () => (await listRoll(emergencyId)).map(it => it.name)
    expect(await names()).toEqual(['Ann Test', 'Badge 3 (unknown)'])
    await badges().unassign({ zoneId: zone.id, number: '1' })
    await complete()
    expect(await names()).toEqual(['Ann Test', 'Badge 3 (unknown)'])
  })

  it('takes a badge that goes out at another site for no sign that somebody left this one', async () => {
    const depot = await muster.make.zone()
    await muster.make.assign(manager, depot, 'zone_manager_rw')
    await muster.make.assign(ann, depot)
    await assign({ number: '1', userId: ann.id })
    await badges().assign({ zoneId: depot.id, badges: [{ number: '9', userId: ann.id }] })
    await send(read('1', 'in', hour))
    const { emergencyId } = await declare()
    const depotKey = await createKey(depot)
    await post({ events: [read('9', 'out', -1_000)] }, depotKey)
    await complete()
    expect((await listRoll(emergencyId)).map(it => [it.name, it.badgeOut])).toEqual([['Ann Test', undefined]])
  })

  it('calls people who do not count, and leaves them out of the number', async () => {
    await assign({ number: '1', userId: ann.id })
    await send(read('1', 'in', hour), read('3', 'in', hour))
    await muster.call(manager).zoneUncounted.set({
      zoneId: zone.id,
      people: [{ userId: ann.id, reason: 'At the gate' }],
      expectedIds: [],
    })
    const preview = await muster.call(manager).emergencies.preview({ zoneId: zone.id, kind: 'evacuate' })
    expect(preview).toMatchObject({ people: 1, uncounted: 1 })
    const { emergencyId } = await declare()
    expect((await muster.call(manager).emergencies.get({ emergencyId })).people).toBe(1)
    expect((await listRoll(emergencyId)).map(it => it.name)).toEqual(['Badge 3 (unknown)'])
    expect((await muster.call(ann).emergencies.mine()).emergencies).toHaveLength(1)
  })
})
