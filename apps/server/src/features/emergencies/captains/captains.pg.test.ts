import { captainsTopic } from '@muster/contract/topic.ts'
import { limits } from '@muster/domain/limits.ts'
import { describe, expect, it } from 'vitest'
import { readCode } from '../../../testing/caller.ts'
import type { TestUser, TestZone } from '../../../testing/factories.ts'
import { newId, prepareCaptains } from './testing/prepare-captains.ts'

const {
  muster,
  zone,
  manager,
  viewer,
  captain,
  ann,
  bob,
  otherZone,
  putInside,
  declare,
  call,
  readOpen,
  setAreas,
  sweep,
  listTitles,
} = prepareCaptains()

it('the zones of a captain are part of what everybody reads about themselves', async () => {
  const readZones = async (who: TestUser) => (await muster.call(who).auth.me()).captainZoneIds
  expect(await readZones(captain)).toEqual([zone.id])
  expect(await readZones(ann)).toBeUndefined()
  await muster.call(manager).users.unlink({ zoneId: zone.id, userId: captain.id })
  expect(await readZones(captain)).toBeUndefined()
})

it('alerts people when they become captains, and when they no longer are', async () => {
  const set = (userIds: string[], expectedIds: string[]) =>
    muster.call(manager).zoneCaptains.set({ zoneId: zone.id, userIds, expectedIds })
  expect(await listTitles(captain)).toEqual([`You are captain of ${zone.name}`])
  await set([captain.id, ann.id], [captain.id])
  await set([ann.id], [captain.id, ann.id])
  expect(await listTitles(captain)).toEqual([`You are no longer captain of ${zone.name}`])
  expect(await listTitles(ann)).toEqual([`You are captain of ${zone.name}`])
})

it('the people of a captain’s list, and of an emergency, see who viewed where they were last seen, once for many readings', async () => {
  const listViews = async (who: TestUser) =>
    (await muster.call(who).settings.locationLooks({})).rows
      .map(it => [it.by?.name, it.kind, it.zone?.name, it.times])
      .toSorted((one, other) => String(one[1]).localeCompare(String(other[1])))
  for (const _ of [1, 2]) await call(captain).list()
  expect(await listViews(ann)).toEqual([['Cap Test', 'captain_list', zone.name, 1]])
  const emergencyId = await declare()
  for (const _ of [1, 2]) {
    await call(captain).open()
    await muster.call(manager).emergencies.people({ emergencyId })
    await muster.call(manager).emergencyBoard.positions({ emergencyId })
  }
  expect(await listViews(ann)).toEqual([
    ['Cap Test', 'captain_list', zone.name, 1],
    ['Mia Test', 'emergency_board', zone.name, 1],
    ['Cap Test', 'emergency_captain', zone.name, 1],
  ])
  // In a zone that the manager sees and the captain does not.
  expect(await listViews(bob)).toEqual([['Mia Test', 'emergency_board', otherZone.name, 1]])
})

it('sends the time zone of the zone with a call to captains, managers and responders', async () => {
  await muster.db.pool.query(
    `update clients set time_zone = 'Pacific/Kiritimati' where id = (select client_id from zones where id = $1)`,
    [zone.id],
  )
  const emergencyId = await declare({ moreZoneIds: [] })
  const { link, code } = await muster.call(manager).responders.create({ emergencyId, hours: 1 })
  const { key } = await muster.call().responders.open({ token: link.split('/').at(-1) ?? '', code })
  const views = [
    await readOpen(),
    await muster.call(manager).emergencies.get({ emergencyId }),
    (await muster.call(manager).emergencies.list({ open: true })).rows[0],
    (await muster.call().responders.read({ key })).board,
  ]
  expect(views.map(it => it?.timeZone)).toEqual(views.map(() => 'Pacific/Kiritimati'))
})

it('captains get the events of their zone on a topic of their own, and none of other zones', async () => {
  const emergencyId = await declare()
  await muster.call(ann).emergencies.answer({ emergencyId, state: 'help', requestId: newId() })
  const list = async (topic: string) => {
    const { rows } = await muster.db.pool.query<{ kind: string }>(
      `select kind from feed_events where topic = $1 and payload ->> 'emergencyId' = $2 order by seq`,
      [topic, emergencyId],
    )
    return rows.map(it => it.kind)
  }
  expect(await list(captainsTopic(zone.id))).toEqual([
    'emergency.changed',
    'emergency.help',
    'emergency.progress',
  ])
  expect(await list(captainsTopic(otherZone.id))).toEqual(['emergency.changed'])
})

describe('the list before the alarm', () => {
  it('holds the people of the captain’s zones only, with the assembly points and areas', async () => {
    await setAreas('Workshop', 'Canteen')
    await muster.call(manager).emergencies.setPoints({
      zoneId: zone.id,
      points: [{ name: 'North gate', lat: 1, lng: 1, radiusMeters: 30 }],
    })
    const list = await call(captain).list()
    expect(list.people.map(it => [it.name, it.why, it.zoneId])).toEqual([['Ann Test', 'inside', zone.id]])
    expect(list.total).toBe(1)
    expect(list.zones.map(it => [it.id, it.points, it.areas.map(area => area.name)])).toEqual([
      [zone.id, ['North gate'], ['Workshop', 'Canteen']],
    ])
  })

  it('holds visitors and people inside by badge, but not those who do not count', async () => {
    await muster.call(manager).visitors.add({
      zoneId: zone.id,
      name: 'Vera Sommer',
      company: 'Lift Ltd',
      hostId: ann.id,
      requestId: newId(),
    })
    await muster.db.pool.query(
      `insert into badge_states (zone_id, number, direction, at, sent_at) values ($1, '17', 'in', now(), now()), ($2, '18', 'in', now(), now())`,
      [zone.id, otherZone.id],
    )
    const list = await call(captain).list()
    expect(list.people.map(it => [it.name, it.why, it.userId, it.note])).toEqual([
      ['Vera Sommer', 'visitor', null, 'Lift Ltd · Ann Test'],
      ['Ann Test', 'inside', ann.id, undefined],
      ['Badge 17 (unknown)', 'badge', null, undefined],
    ])
    expect(list.total).toBe(3)
    await muster.call(manager).zoneUncounted.set({
      zoneId: zone.id,
      people: [{ userId: ann.id, reason: 'At the gate' }],
      expectedIds: [],
    })
    expect((await call(captain).list()).people.map(it => it.name)).toEqual([
      'Vera Sommer',
      'Badge 17 (unknown)',
    ])
    await declare()
    const { people, total } = await readOpen()
    expect(people.map(it => [it.name, it.note])).toEqual([
      ['Vera Sommer', 'Lift Ltd · Ann Test'],
      ['Badge 17 (unknown)', undefined],
    ])
    expect(total).toBe(2)
  })

  it('is empty for everybody else, and once the person is no captain or no member any more', async () => {
    for (const who of [manager, viewer, ann]) {
      expect((await call(who).list()).people).toEqual([])
      expect(await call(who).open()).toEqual({ open: [], recent: [] })
    }
    await muster.call(manager).zoneCaptains.set({ zoneId: zone.id, userIds: [], expectedIds: [captain.id] })
    expect(await call(captain).list()).toMatchObject({ zones: [], people: [], total: 0 })
    await muster.call(manager).zoneCaptains.set({ zoneId: zone.id, userIds: [captain.id], expectedIds: [] })
    await muster.call(manager).users.unlink({ zoneId: zone.id, userId: captain.id })
    expect((await call(captain).list()).zones).toEqual([])
  })
})

it('keeps the areas that another manager added since the list was read', async () => {
  const { areas } = await setAreas('Workshop')
  await setAreas('Workshop', 'Canteen')
  const save = call(manager).setAreas({
    zoneId: zone.id,
    areas: [{ name: 'Loading bay' }],
    expectedIds: areas.map(it => it.id),
  })
  expect(await readCode(save)).toBe('LIST_CHANGED')
  const { areas: kept } = await call(manager).areas({ zoneId: zone.id })
  expect(kept.map(it => it.name)).toEqual(['Workshop', 'Canteen'])
})

it('treats an area of another zone as new', async () => {
  const { areas } = await setAreas('Workshop')
  const [other, otherManager] = [await muster.make.zone(), await muster.make.user()]
  await muster.make.assign(otherManager, other, 'zone_manager_rw')
  const savedAreas = await call(otherManager).setAreas({ zoneId: other.id, areas })
  expect(savedAreas.areas.map(it => it.id)).not.toEqual(areas.map(it => it.id))
  expect(await call(manager).areas({ zoneId: zone.id })).toEqual({ areas })
})

describe('the phone of a captain', () => {
  it('has the roll of their zones until the all clear', async () => {
    const emergencyId = await declare()
    const { people } = await readOpen()
    expect(people.map(it => it.name)).toEqual(['Ann Test'])
    // Neither where they are, nor what only managers read.
    expect(Object.keys(people[0] ?? {}).toSorted()).toEqual(
      'accuracyMeters claims disputed id insideSince name needs phone seenAt seenOutsideAt state userId why zoneName'.split(
        ' ',
      ),
    )
    await muster.call(manager).emergencies.allClear({ emergencyId })
    const { open, recent } = await call(captain).open()
    expect(open).toEqual([])
    expect(recent).toMatchObject([{ id: emergencyId, zoneIds: [zone.id], allClearAt: expect.any(String) }])
  })

  it('shows what two captains said, with their places, and merges what one of them said without a network', async () => {
    const other = await muster.make.user({ firstName: 'Sam' })
    await muster.make.assign(other, zone)
    await muster
      .call(manager)
      .zoneCaptains.set({ zoneId: zone.id, userIds: [captain.id, other.id], expectedIds: [captain.id] })
    const emergencyId = await declare()
    await muster.db.pool.query(
      `update emergencies set declared_at = now() - interval '1 hour' where id = $1`,
      [emergencyId],
    )
    const [person] = (await readOpen()).people
    const mark = (who: TestUser, state: 'safe' | 'elsewhere', place: string, waitedMs: number) =>
      muster.call(who).emergencies.mark({
        emergencyId,
        personIds: [person?.id ?? ''],
        state,
        place,
        requestId: newId(),
        waitedMs,
      })
    await mark(captain, 'safe', 'North gate', 60_000)
    await mark(other, 'elsewhere', 'South gate', 600_000)
    const [merged] = (await readOpen()).people
    expect(merged?.state).toBe('safe')
    expect(merged?.claims.map(it => [it.state, it.by, it.place])).toEqual([
      ['safe', 'Cap Test', 'North gate'],
      ['elsewhere', 'Sam Test', 'South gate'],
    ])
  })

  it('counts a tick about somebody who was seen in another zone of the captain before the alarm', async () => {
    await muster.make.assign(captain, otherZone)
    await muster.make.assign(ann, otherZone)
    await muster
      .call(manager)
      .zoneCaptains.set({ zoneId: otherZone.id, userIds: [captain.id], expectedIds: [] })
    await muster.db.pool.query('update presence_tracking set is_inside_zone = false where user_id = $1', [
      ann.id,
    ])
    await putInside(ann, otherZone)
    await declare()
    const tick = { zoneId: zone.id, userId: ann.id, state: 'safe' as const, requestId: newId() }
    expect(await call(captain).tick(tick)).toEqual({ emergencies: 1 })
    expect((await readOpen()).people.find(it => it.userId === ann.id)?.state).toBe('safe')
  })

  it('counts a tick in the emergency of the zone it was made for, and not in a drill of the captain’s other zone', async () => {
    await muster.make.assign(captain, otherZone)
    await muster.make.assign(ann, otherZone)
    await muster
      .call(manager)
      .zoneCaptains.set({ zoneId: otherZone.id, userIds: [captain.id], expectedIds: [] })
    await putInside(ann, otherZone)
    const real = await declare({ moreZoneIds: undefined })
    const drill = await declare({ zoneId: otherZone.id, moreZoneIds: undefined, drill: true })
    const tick = (where: TestZone, state: 'safe' | 'not_on_site') =>
      call(captain).tick({ zoneId: where.id, userId: ann.id, state, requestId: newId() })
    const listStates = async () =>
      Promise.all(
        [real, drill].map(async emergencyId => {
          const { rows } = await muster.call(manager).emergencies.people({ emergencyId, search: 'Ann' })
          return rows.map(it => it.state)
        }),
      )
    expect(await tick(zone, 'not_on_site')).toEqual({ emergencies: 1 })
    expect(await listStates()).toEqual([['not_on_site'], ['missing']])
    expect(await tick(otherZone, 'safe')).toEqual({ emergencies: 1 })
    expect(await listStates()).toEqual([['not_on_site'], ['safe']])
  })

  it('sends ticks made before the emergency was known, also after the all clear, but not those of another time', async () => {
    const tick = (who: TestUser, more: object = {}) =>
      call(who).tick({ zoneId: zone.id, userId: ann.id, state: 'safe', requestId: newId(), ...more })
    expect(await readCode(tick(captain))).toBe('EMERGENCY_NOT_FOUND')
    const emergencyId = await declare()
    expect(await readCode(tick(ann))).toBe('FORBIDDEN')
    expect(await readCode(tick(manager))).toBe('FORBIDDEN')
    expect(await readCode(tick(captain, { userId: bob.id }))).toBe('EMERGENCY_NOT_FOUND')
    expect(await readCode(tick(captain, { zoneId: otherZone.id }))).toBe('ZONE_NOT_FOUND')
    await muster.db.pool.query(
      `update emergencies set declared_at = now() - interval '1 hour' where id = $1`,
      [emergencyId],
    )
    await muster.call(manager).emergencies.allClear({ emergencyId })
    expect(await readCode(tick(captain))).toBe('EMERGENCY_NOT_FOUND')
    expect(await readCode(tick(captain, { waitedMs: limits.earlyTickMs + 2 * 60 * 60_000 }))).toBe(
      'EMERGENCY_NOT_FOUND',
    )
    const requestId = newId()
    const early = () => tick(captain, { waitedMs: 70 * 60_000, place: 'North gate', requestId })
    expect([await early(), await early()]).toEqual([{ emergencies: 1 }, { emergencies: 1 }])
    const { rows } = await muster.call(manager).emergencies.people({ emergencyId, search: 'Ann' })
    expect(rows.map(it => [it.state, it.claims.map(claim => claim.place)])).toEqual([
      ['safe', ['North gate']],
    ])
  })
})

describe('after the all clear', () => {
  /** Declares an emergency that ended so many hours ago, as if the captain had been one then. */
  const endEarlier = async (hours: number) => {
    const { areas } = await setAreas('Workshop')
    const emergencyId = await declare()
    const personId = (await readOpen()).people.find(it => it.userId === ann.id)?.id ?? ''
    await muster.call(manager).emergencies.allClear({ emergencyId })
    await muster.db.pool.query(
      `with captains as (update zone_captains set appointed_at = now() - interval '30 days')
        update emergencies set declared_at = now() - ($2 + 1) * interval '1 hour', all_clear_at = now() - $2 * interval '1 hour' where id = $1`,
      [emergencyId, hours],
    )
    return { emergencyId, personId, areaId: areas[0]?.id ?? '' }
  }
  const sendAll = async (
    { emergencyId, personId, areaId }: Awaited<ReturnType<typeof endEarlier>>,
    hours: number,
  ) => {
    const waitedMs = (hours + 0.5) * 60 * 60_000
    const form = { state: 'safe' as const, requestId: newId(), waitedMs }
    return [
      await readCode(muster.call(captain).emergencies.mark({ emergencyId, personIds: [personId], ...form })),
      await readCode(sweep(emergencyId, areaId, 'clear', { waitedMs })),
      await readCode(call(captain).tick({ zoneId: zone.id, userId: ann.id, ...form })),
    ]
  }

  it('captains send for a day what they did before it', async () => {
    expect(await sendAll(await endEarlier(20), 20)).toEqual([undefined, undefined, undefined])
    expect(await sendAll(await endEarlier(24), 24)).toEqual([
      'EMERGENCY_ENDED',
      'SWEEP_AREA_NOT_FOUND',
      'EMERGENCY_NOT_FOUND',
    ])
  })

  it('refuses marks by people who became captains only afterwards', async () => {
    const ended = await endEarlier(2)
    await muster.db.pool.query('update zone_captains set appointed_at = now()')
    expect(await sendAll(ended, 2)).toEqual(Array(3).fill('EMERGENCY_NOT_FOUND'))
  })
})

describe('a sweep list', () => {
  it('is frozen by the declaration, and changed by managers only', async () => {
    const { areas } = await setAreas('Workshop', 'Canteen')
    const emergencyId = await declare()
    await call(manager).setAreas({ zoneId: zone.id, areas: [{ name: 'Roof' }, ...areas.slice(0, 1)] })
    expect((await call(captain).areas({ zoneId: zone.id })).areas.map(it => it.name)).toEqual([
      'Roof',
      'Workshop',
    ])
    expect((await call(captain).areas({ zoneId: zone.id })).areas[1]?.id).toBe(areas[0]?.id)
    expect(
      (await call(manager).sweeps({ emergencyId })).sweeps.map(it => [it.name, it.state, it.claim]),
    ).toEqual([
      ['Workshop', 'open', null],
      ['Canteen', 'open', null],
    ])
    for (const who of [captain, viewer, ann])
      expect(await readCode(call(who).setAreas({ zoneId: zone.id, areas: [] }))).toBe('FORBIDDEN')
  })

  it('keeps what every warden said; the last counts, whatever the order of arrival', async () => {
    const { areas } = await setAreas('Workshop')
    const areaId = areas[0]?.id ?? ''
    const emergencyId = await declare()
    await muster.db.pool.query(
      `with e as (update emergencies set declared_at = now() - interval '1 hour' where id = $1)
        update emergency_sweeps set happened_at = now() - interval '1 hour' where emergency_id = $1`,
      [emergencyId],
    )
    const requestId = newId()
    await sweep(emergencyId, areaId, 'clear', { requestId, waitedMs: 60_000 })
    await sweep(emergencyId, areaId, 'clear', { requestId })
    await sweep(emergencyId, areaId, 'not_reached', { note: 'Smoke', waitedMs: 600_000 }, manager)
    const [area] = (await readOpen()).sweeps
    expect(area).toMatchObject({ state: 'clear', disputed: true, claim: { by: 'Cap Test' } })
    const { rows } = await muster.db.pool.query(
      'select state from emergency_sweeps where emergency_id = $1',
      [emergencyId],
    )
    expect(rows).toHaveLength(3)
  })

  it('takes from captains after the all clear only what happened before it', async () => {
    const { areas } = await setAreas('Workshop')
    const areaId = areas[0]?.id ?? ''
    const emergencyId = await declare()
    await muster.db.pool.query(
      `update emergencies set declared_at = now() - interval '1 hour' where id = $1`,
      [emergencyId],
    )
    await muster.call(manager).emergencies.allClear({ emergencyId })
    expect(await readCode(sweep(emergencyId, areaId, 'clear'))).toBe('SWEEP_AREA_NOT_FOUND')
    expect(await sweep(emergencyId, areaId, 'clear', { waitedMs: 60_000 })).toEqual({ state: 'clear' })
  })

  it('is closed to those who may not account for the zone', async () => {
    const { areas } = await setAreas('Workshop')
    const emergencyId = await declare()
    for (const who of [viewer, ann])
      expect(await readCode(sweep(emergencyId, areas[0]?.id ?? '', 'clear', {}, who))).toBe('FORBIDDEN')
    expect(await readCode(call(ann).sweeps({ emergencyId }))).toBe('FORBIDDEN')
    expect(await readCode(sweep(emergencyId, newId(), 'clear'))).toBe('SWEEP_AREA_NOT_FOUND')
    const stranger = await muster.make.user()
    expect(await readCode(call(stranger).sweeps({ emergencyId }))).toBe('EMERGENCY_NOT_FOUND')
  })
})

describe('the question to somebody on the roll', () => {
  it('stays open after Mark All Read, until they answer', async () => {
    const emergencyId = await declare()
    const readQuestions = async () =>
      (await muster.call(ann).emergencies.mine()).emergencies.map(it => [it.id, it.answer?.state ?? null])
    await muster.call(ann).alerts.markAllRead()
    expect(await muster.call(ann).alerts.counts()).toMatchObject({ unread: 0 })
    expect(await readQuestions()).toEqual([[emergencyId, null]])
    await muster.call(ann).emergencies.answer({ emergencyId, state: 'safe', requestId: newId() })
    expect(await readQuestions()).toEqual([[emergencyId, 'safe']])
  })
})

describe('what a person needs to leave', () => {
  const needs = async (who: TestUser, emergencyId: string) =>
    (await muster.call(who).emergencies.people({ emergencyId, search: 'Ann' })).rows.map(it => it.needs)

  it('is seen by captains and managers of the zone while an emergency lists the person, and never else', async () => {
    await call(ann).setOwnNote({ note: 'Help on stairs' })
    expect(await call(ann).ownNote()).toEqual({ note: 'Help on stairs' })
    expect(await call(bob).ownNote()).toEqual({ note: '' })
    expect(JSON.stringify(await call(captain).list())).not.toContain('stairs')
    const emergencyId = await declare()
    expect((await readOpen()).people.map(it => it.needs)).toEqual(['Help on stairs'])
    expect(await needs(captain, emergencyId)).toEqual(['Help on stairs'])
    expect(await needs(manager, emergencyId)).toEqual(['Help on stairs'])
    expect(await needs(viewer, emergencyId)).toEqual([''])
    await call(ann).setOwnNote({ note: 'Wheelchair' })
    expect(await needs(manager, emergencyId)).toEqual(['Wheelchair'])
    await muster.call(manager).emergencies.allClear({ emergencyId })
    expect(await needs(manager, emergencyId)).toEqual([''])
    const later = await declare({ zoneId: otherZone.id, moreZoneIds: [] })
    // Another emergency is open, but not one that lists the person.
    expect(await needs(manager, emergencyId)).toEqual([''])
    expect(await needs(manager, later)).toEqual([])
  })

  it('is one line, because it stands in printed lists', async () => {
    await call(ann).setOwnNote({ note: 'Help\n\non \u202Estairs' })
    expect(await call(ann).ownNote()).toEqual({ note: 'Help on stairs' })
  })

  it('is removed by an empty text', async () => {
    await call(ann).setOwnNote({ note: 'Wheelchair' })
    await call(ann).setOwnNote({ note: '  ' })
    expect(await call(ann).ownNote()).toEqual({ note: '' })
    const { rows } = await muster.db.pool.query('select from evacuation_notes where user_id = $1', [ann.id])
    expect(rows).toEqual([])
  })
})
