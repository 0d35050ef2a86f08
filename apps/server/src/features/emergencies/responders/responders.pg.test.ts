import { limits } from '@muster/domain/limits.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { readCode } from '../../../testing/caller.ts'
import type { TestUser } from '../../../testing/factories.ts'
import { testServices } from '../../../testing/test-services.ts'
import { testWorld } from '../../../testing/test-world.ts'
import { completeRolls } from '../follow-presence.ts'
import { endLostLinks } from './end-lost-links.ts'

const muster = testServices()
const { zone, manager, viewer, ann, bob } = testWorld(muster, {
  manager: { firstName: 'Mia', in: 'zone_manager_rw' },
  viewer: { firstName: 'Vic', in: 'zone_manager_ro' },
  ann: 'app_user',
  bob: 'app_user',
})

beforeEach(async () => {
  for (const member of [ann, bob]) {
    await putInside(member)
  }
})

const query = (text: string, ...values: unknown[]) => muster.db.pool.query(text, values)
const putInside = (who: TestUser, latitude = 28.613) =>
  query(
    `update presence_tracking set is_inside_zone = true, entry_time = now() - interval '2 hours', latitude = $3, longitude = 77.209,
      captured_at = clock_timestamp(), accuracy_meters = 8, consent = 'given' where user_id = $1 and zone_id = $2`,
    who.id,
    zone.id,
    latitude,
  )
const declare = async () => {
  const { emergencyId } = await muster.call(manager).emergencies.declare({
    zoneId: zone.id,
    kind: 'evacuate',
    drill: false,
    requestId: crypto.randomUUID(),
  })
  return emergencyId
}
const createLink = (emergencyId: string, hours: 1 | 4 | 12 = 4) =>
  muster.call(manager).responders.create({ emergencyId, hours })
const toToken = (link: string) => link.split('/').at(-1) ?? ''
const open = ({ link, code }: { link: string; code: string }, ip?: string) =>
  muster.call(undefined, ip).responders.open({ token: toToken(link), code })
const read = (key: string, more: object = {}) => muster.call().responders.read({ key, ...more })
const toWrong = (code: string) => (code === '000000' ? '000001' : '000000')
const readTimeline = async (emergencyId: string) =>
  (await muster.call(manager).emergencies.report({ emergencyId })).timeline.map(it => it.what)

describe('a link for responders', () => {
  it('shows this emergency with its code, and nothing without', async () => {
    const emergencyId = await declare()
    const link = await createLink(emergencyId)
    expect(link.code).toMatch(/^\d{6}$/)
    const { key } = await open(link)
    const view = await read(key)
    expect(view.board).toMatchObject({ zoneName: zone.name, people: 2, states: { missing: 2 } })
    expect(view.people.map(it => [it.name, it.phone, it.state])).toEqual([
      ['Ann Test', '+911155500100', 'missing'],
      ['Bob Test', '+911155500100', 'missing'],
    ])
    expect(Object.keys(view.people[0] ?? {}).toSorted()).toEqual(
      'id name needs phone position seenAt state why zoneName'.split(' '),
    )
    expect(view.people[0]?.position).toMatchObject({ lat: 28.613, lng: 77.209, accuracyMeters: 8 })
    expect(await readCode(read('no such key'))).toBe('RESPONDER_LINK_ENDED')
    expect(await readCode(read(toToken(link.link)))).toBe('RESPONDER_LINK_ENDED')
    expect(await readCode(open({ link: 'x/unknown', code: '123456' }))).toBe('RESPONDER_LINK_ENDED')
  })

  it('is listed for the people of the emergency among those who viewed their location', async () => {
    const { key } = await open(await createLink(await declare()))
    for (const _ of [1, 2]) await read(key)
    expect((await muster.call(ann).settings.locationLooks({})).rows).toMatchObject([
      { by: null, kind: 'emergency_responders', zone: { name: zone.name }, times: 1 },
    ])
    expect((await muster.call(viewer).settings.locationLooks({})).rows).toEqual([])
  })

  it('opens and is read at an address that has made up hundreds of others', async () => {
    const emergencyId = await declare()
    const [link, other] = [await createLink(emergencyId), await createLink(emergencyId)]
    const { key } = await open(link)
    await open({ link: 'x/unknown', code: '123456' }).catch(() => undefined)
    await query(
      `update rate_limits set taken = array(select clock_timestamp() from generate_series(1, 400)) where key like 'responder-guess:%'`,
    )
    expect(await readCode(open({ link: 'x/unknown', code: '123456' }))).toBe('TOO_MANY_REQUESTS')
    expect(await readCode(read('no such key'))).toBe('TOO_MANY_REQUESTS')
    expect((await read(key)).board.people).toBe(2)
    expect((await open(other)).key).not.toBe(key)
  })

  it('says what people need to leave until the all clear', async () => {
    await muster.call(ann).captains.setOwnNote({ note: 'Uses a wheelchair' })
    const emergencyId = await declare()
    const { key } = await open(await createLink(emergencyId))
    const readNeeds = async () => (await read(key)).people.map(it => it.needs)
    expect(await readNeeds()).toEqual(['Uses a wheelchair', ''])
    await muster.call(manager).emergencies.allClear({ emergencyId })
    expect(await readNeeds()).toEqual(['', ''])
  })

  it('names the zones that its creator manages if the emergency has others too', async () => {
    const otherZone = await muster.make.zone()
    const head = await muster.make.user({ firstName: 'Hed' })
    for (const its of [zone, otherZone]) await muster.make.assign(head, its, 'zone_manager_rw')
    const { emergencyId } = await muster.call(head).emergencies.declare({
      zoneId: zone.id,
      moreZoneIds: [otherZone.id],
      kind: 'evacuate',
      drill: false,
      requestId: crypto.randomUUID(),
    })
    const { key } = await open(await createLink(emergencyId))
    const view = await read(key)
    expect([view.board.zoneName, view.seesAll]).toEqual([zone.name, false])
    const whole = await open(await muster.call(head).responders.create({ emergencyId, hours: 1 }))
    const { board, seesAll } = await read(whole.key)
    expect(board.zoneName).toContain(otherZone.name)
    expect(seesAll).toBe(true)
  })

  it('lists people who need help first, however many are missing, and finds people by name', async () => {
    const emergencyId = await declare()
    await muster.call(bob).emergencies.answer({ emergencyId, state: 'help', requestId: crypto.randomUUID() })
    const { key } = await open(await createLink(emergencyId))
    const first = await read(key, { limit: 1 })
    expect(first.people.map(it => it.name)).toEqual(['Bob Test'])
    expect(first.total).toBe(2)
    const matches = await read(key, { search: 'ann' })
    expect(matches.people.map(it => it.name)).toEqual(['Ann Test'])
    expect(matches.total).toBe(1)
  })

  it('lists people last who are called but not on the site, with a number of their own, until they come in', async () => {
    const emergencyPlanId = crypto.randomUUID()
    const aaron = await muster.make.user({ firstName: 'Aaron' })
    await muster.make.assign(aaron, zone)
    await muster.call(manager).emergencyPlans.save({
      ...{
        zoneId: zone.id,
        emergencyPlanId,
        kind: 'evacuate',
        name: 'All',
        audience: ['members'],
        answers: {},
      },
      ...{ message: { text: '', texts: {} }, pointNames: [], askAgainMinutes: null, tellAfterMinutes: null },
      contactIds: [],
    })
    const { emergencyId } = await muster.call(manager).emergencies.declare({
      ...{ zoneId: zone.id, kind: 'evacuate', drill: false, requestId: crypto.randomUUID(), emergencyPlanId },
    })
    const { key } = await open(await createLink(emergencyId))
    const readNames = async () => {
      const { people, missingOffSite } = await read(key)
      return [missingOffSite, people.map(it => it.name.split(' ')[0]).join(' ')]
    }
    expect(await readNames()).toEqual([3, 'Ann Bob Aaron Mia Vic'])
    const listMissing = async (cursor?: string): Promise<string[]> => {
      const page = await muster
        .call(manager)
        .emergencies.people({ emergencyId, state: 'missing', limit: 1, cursor })
      return [...page.rows.map(it => it.name), ...(page.next === null ? [] : await listMissing(page.next))]
    }
    expect(await listMissing()).toEqual(['Ann Test', 'Bob Test', 'Aaron Test', 'Mia Test', 'Vic Test'])
    await muster
      .call(aaron)
      .emergencies.answer({ emergencyId, state: 'help', requestId: crypto.randomUUID() })
    expect(await readNames()).toEqual([2, 'Aaron Ann Bob Mia Vic'])
    await putInside(viewer)
    await completeRolls(
      { db: muster.db, log: { warn: (facts: object) => expect.fail(JSON.stringify(facts)) } },
      [zone.id],
    )
    expect(await readNames()).toEqual([1, 'Aaron Ann Bob Vic Mia'])
    const { missingOffSite, reasons } = await muster.call(manager).emergencies.get({ emergencyId })
    expect(missingOffSite).toBe(1)
    expect(reasons).toContainEqual({ why: 'came_later', people: 1 })
  })

  it('is read often enough for a page, but not without limit', async () => {
    const emergencyId = await declare()
    const link = await createLink(emergencyId)
    const { key } = await open(link)
    const { key: otherKey } = await open(link)
    for (let time = 0; time < 90; time++) await read(key, { limit: 1 })
    expect(await readCode(read(key))).toBe('TOO_MANY_REQUESTS')
    expect((await read(otherKey)).people).toHaveLength(2)
  })

  it('shows a newer reading of a missing person, but none taken after the all clear', async () => {
    const emergencyId = await declare()
    const { key } = await open(await createLink(emergencyId))
    await putInside(ann, 28.6131)
    expect((await read(key)).people[0]?.position?.lat).toBe(28.6131)
    await muster.call(manager).emergencies.allClear({ emergencyId })
    await putInside(ann, 28.6139)
    expect((await read(key)).people[0]?.position?.lat).toBe(28.613)
  })

  it('shows no position if its creator may not track live locations, and ends with their rights', async () => {
    const emergencyId = await declare()
    const link = await createLink(emergencyId)
    const { key } = await open(link)
    await query(
      `insert into zone_permissions (user_id, zone_id, permission, granted) values ($1, $2, 'track_live_locations', false)`,
      manager.id,
      zone.id,
    )
    expect((await read(key)).people.map(it => it.position)).toEqual([null, null])
    await query(
      `insert into zone_permissions (user_id, zone_id, permission, granted) values ($1, $2, 'broadcast', false)`,
      manager.id,
      zone.id,
    )
    expect(await readCode(read(key))).toBe('RESPONDER_LINK_ENDED')
    expect(await readCode(open(link))).toBe('RESPONDER_LINK_ENDED')
    await query(`delete from zone_permissions where zone_id = $1`, zone.id)
    expect(await readCode(read(key))).toBe('RESPONDER_LINK_ENDED')
    const opens = await query('select opens from emergency_links where id = $1', link.linkId)
    expect(opens.rows).toEqual([{ opens: 1 }])
  })

  it('does not work again if its creator gets their right back, also if nobody read it meanwhile', async () => {
    const emergencyId = await declare()
    const { key } = await open(await createLink(emergencyId))
    const endLost = () => endLostLinks({ db: muster.db, log: { warn: () => undefined } })
    await endLost()
    await read(key)
    const setRole = (role: string) =>
      query(
        `update zone_assignments set role = $3 where user_id = $1 and zone_id = $2`,
        ...[manager.id, zone.id, role],
      )
    await setRole('zone_manager_ro')
    await endLost()
    await setRole('zone_manager_rw')
    expect(await readCode(read(key))).toBe('RESPONDER_LINK_ENDED')
    const { timeline } = await muster.call(manager).emergencies.report({ emergencyId })
    expect(timeline.at(-1)).toMatchObject({ what: 'link_revoked', name: '' })
  })

  it('refuses an address for a while after five wrong codes, and everybody after two hundred', async () => {
    const emergencyId = await declare()
    const link = await createLink(emergencyId)
    const { key } = await open(link)
    const tryWrong = (ip?: string) => readCode(open({ ...link, code: toWrong(link.code) }, ip))
    for (let attempt = 0; attempt < limits.responderCodesBeforeLock; attempt += 1)
      expect(await tryWrong()).toBe('RESPONDER_CODE_WRONG')
    expect(await readCode(open(link))).toBe('TOO_MANY_REQUESTS')
    const [locked] = (await muster.call(manager).responders.links({ emergencyId })).links
    expect(locked?.state).toBe('locked')
    expect(Date.parse(locked?.lockedUntil ?? '')).toBeGreaterThan(Date.now())
    // Another address and a page that is open already go on.
    await open(link, '192.0.2.7')
    expect((await read(key)).total).toBe(2)
    await query(
      `update emergency_links set wrong_codes = $2, locked_until = null where id = $1`,
      ...[link.linkId, limits.responderCodesMost - 1],
    )
    expect(await tryWrong('192.0.2.8')).toBe('RESPONDER_CODE_WRONG')
    expect(await readCode(open(link, '192.0.2.7'))).toBe('RESPONDER_LINK_ENDED')
    expect((await read(key)).total).toBe(2)
    const { links } = await muster.call(manager).responders.links({ emergencyId })
    expect(links).toMatchObject([{ state: 'blocked', lockedUntil: null, opens: 2 }])
    await muster.call(manager).responders.revoke({ emergencyId, linkId: link.linkId })
    expect(await readCode(read(key))).toBe('RESPONDER_LINK_ENDED')
  })

  it('ends when it expires, is revoked, or an hour after the all clear', async () => {
    const emergencyId = await declare()
    const expired = await createLink(emergencyId)
    const revoked = await createLink(emergencyId)
    const last = await createLink(emergencyId)
    const keys = await Promise.all([expired, revoked, last].map(async it => (await open(it)).key))
    await query(
      `update emergency_links set created_at = now() - interval '5 hours', expires_at = now() - interval '1 hour' where id = $1`,
      expired.linkId,
    )
    await muster.call(manager).responders.revoke({ emergencyId, linkId: revoked.linkId })
    const readAll = () => Promise.all(keys.map(key => readCode(read(key))))
    expect(await readAll()).toEqual(['RESPONDER_LINK_ENDED', 'RESPONDER_LINK_ENDED', undefined])
    expect(await readCode(open(revoked))).toBe('RESPONDER_LINK_ENDED')
    await muster.call(manager).emergencies.allClear({ emergencyId })
    expect(await readCode(createLink(emergencyId))).toBe('EMERGENCY_ENDED')
    expect((await readAll()).at(2)).toBe(undefined)
    await query(
      `update emergencies set declared_at = now() - interval '2 hours', all_clear_at = now() - interval '61 minutes' where id = $1`,
      emergencyId,
    )
    expect((await readAll()).at(2)).toBe('RESPONDER_LINK_ENDED')
  })

  it('is made and revoked by those who manage the emergency, for that emergency, five at a time', async () => {
    const emergencyId = await declare()
    expect(await readCode(muster.call(viewer).responders.create({ emergencyId, hours: 1 }))).toBe('FORBIDDEN')
    expect(await readCode(muster.call(viewer).responders.links({ emergencyId }))).toBe('FORBIDDEN')
    expect(await readCode(muster.call(ann).responders.create({ emergencyId, hours: 1 }))).toBe('FORBIDDEN')
    const links = []
    for (let count = 0; count < limits.responderLinksMost; count += 1)
      links.push(await createLink(emergencyId))
    expect(await readCode(createLink(emergencyId))).toBe('RESPONDER_LINKS_FULL')
    const otherId = (
      await muster.call(manager).emergencies.declare({
        zoneId: zone.id,
        kind: 'welfare',
        drill: true,
        requestId: crypto.randomUUID(),
      })
    ).emergencyId
    const linkId = links[0]?.linkId ?? ''
    expect(await readCode(muster.call(manager).responders.revoke({ emergencyId: otherId, linkId }))).toBe(
      'NOT_FOUND',
    )
    await muster.call(manager).responders.revoke({ emergencyId, linkId })
    await createLink(emergencyId)
  })

  it('is noted in the timeline and the security log when it is made, opened and revoked, without its secrets', async () => {
    const emergencyId = await declare()
    const link = await createLink(emergencyId)
    const { key } = await open(link)
    await muster.call(manager).responders.revoke({ emergencyId, linkId: link.linkId })
    expect(await readTimeline(emergencyId)).toEqual([
      'declared',
      'link_created',
      'link_opened',
      'link_revoked',
    ])
    const { rows } = await query(
      `select event_type, metadata::text as metadata from security_events
        where event_type like 'responder_link_%' and metadata->>'linkId' = $1 order by created_at, id`,
      link.linkId,
    )
    expect(rows.map(it => it.event_type)).toEqual([
      'responder_link_created',
      'responder_link_opened',
      'responder_link_revoked',
    ])
    const stored = await query(
      `select row_to_json(l)::text || row_to_json(o)::text as text from emergency_links l join emergency_link_opens o on o.link_id = l.id
        where l.id = $1`,
      link.linkId,
    )
    for (const secret of [toToken(link.link), link.code, key])
      expect(JSON.stringify([...rows, ...stored.rows])).not.toContain(secret)
  })

  it('shows the first list within two seconds with 5,000 missing people, found by index', async () => {
    const emergencyId = await declare()
    await query(
      `insert into emergency_people (emergency_id, zone_id, zone_name, name, sort_name, phone, why, seen_at, latitude, longitude,
          accuracy_meters)
        select $1, $2, 'Yard', 'Person ' || n, 'Person ' || n, '+91', 'inside', now(), 28.613, 77.209, 8
        from generate_series(1, 5000) n`,
      emergencyId,
      zone.id,
    )
    await query('analyze emergency_people')
    const { key } = await open(await createLink(emergencyId))
    const startedAt = performance.now()
    const view = await read(key)
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    expect(view.people).toHaveLength(200)
    expect(view.total).toBe(5_002)
    const plan = async (text: string, ...values: unknown[]) =>
      JSON.stringify((await query(`explain ${text}`, ...values)).rows)
    expect(
      await plan(
        `select * from emergency_people where emergency_id = $1 and state = 'missing' order by section, sort_name, id limit 201`,
        emergencyId,
      ),
    ).toContain('emergency_people_listed')
  })
})
