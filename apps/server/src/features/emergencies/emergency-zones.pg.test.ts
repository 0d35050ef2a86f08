import { beforeEach, describe, expect, it } from 'vitest'
import { write } from '../../live/write.ts'
import { readCode } from '../../testing/caller.ts'
import type { TestUser, TestZone } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { testWorld } from '../../testing/test-world.ts'
import { callNewcomers } from './add-newcomers.ts'
import { sendReminders } from './plans/remind.ts'
import { listOpen } from './roll.queries.ts'

const muster = testServices()
/** The chief manages both zones. */
const {
  zone: dock,
  admin,
  chief,
  dockManager,
  dockViewer,
  dora,
} = testWorld(muster, {
  admin: { role: 'super_admin' },
  chief: 'zone_manager_rw',
  dockManager: 'zone_manager_rw',
  dockViewer: 'zone_manager_ro',
  dora: 'app_user',
})
const {
  zone: yard,
  yardManager,
  yuri,
} = testWorld(muster, {
  yardManager: { firstName: 'Yola', in: 'zone_manager_rw' },
  yuri: 'app_user',
})

beforeEach(async () => {
  await muster.db.pool.query(
    `update zones set name = case id when $1 then 'Dock' else 'Yard' end || ' ' || left(id::text, 8) where id in ($1, $2)`,
    [dock.id, yard.id],
  )
  await muster.make.assign(chief, yard, 'zone_manager_rw')
  await putInside(dora, dock)
  await putInside(yuri, yard)
})

const putInside = (who: TestUser, zone: TestZone) =>
  muster.db.pool.query(
    `update presence_tracking set is_inside_zone = true, entry_time = now(), captured_at = now(), latitude = 1, longitude = 1,
      accuracy_meters = 5 where user_id = $1 and zone_id = $2`,
    [who.id, zone.id],
  )
const declare = (who = chief, changes: object = {}) =>
  muster.call(who).emergencies.declare({
    zoneId: dock.id,
    moreZoneIds: [yard.id],
    kind: 'evacuate',
    drill: false,
    requestId: crypto.randomUUID(),
    ...changes,
  })
const get = (who: TestUser, emergencyId: string) => muster.call(who).emergencies.get({ emergencyId })
const listPeople = async (who: TestUser, emergencyId: string) =>
  (await muster.call(who).emergencies.people({ emergencyId })).rows
const listNames = async (who: TestUser, emergencyId: string) =>
  (await listPeople(who, emergencyId)).map(it => it.name)
const findId = async (emergencyId: string, name: string) =>
  (await listPeople(admin, emergencyId)).find(it => it.name.startsWith(name))?.id ?? ''
const mark = (who: TestUser, emergencyId: string, personIds: string[], more: object = {}) =>
  muster.call(who).emergencies.mark({
    emergencyId,
    personIds,
    state: 'safe',
    requestId: crypto.randomUUID(),
    ...more,
  })
const message = (who: TestUser, emergencyId: string) =>
  muster.call(who).emergencyBoard.message({
    emergencyId,
    state: 'missing',
    message: 'Answer now.',
    requestId: crypto.randomUUID(),
  })
const appoint = (who: TestUser, zone: TestZone, userIds: string[], expectedIds: string[] = []) =>
  muster.call(who).zoneCaptains.set({ zoneId: zone.id, userIds, expectedIds })

describe('an emergency in several zones', () => {
  it('says before it is declared in which of them nobody is called, because they are not active', async () => {
    const preview = () =>
      muster.call(admin).emergencies.preview({ zoneId: dock.id, moreZoneIds: [yard.id], kind: 'keep_away' })
    expect((await preview()).notActive).toEqual([])
    await muster.db.pool.query(`update zones set status = 'suspended' where id = $1`, [yard.id])
    expect((await preview()).notActive).toEqual([expect.stringContaining('Yard')])
  })

  it('calls the people of each, names the zones, and grows in each', async () => {
    const preview = await muster
      .call(chief)
      .emergencies.preview({ zoneId: dock.id, moreZoneIds: [yard.id, dock.id], kind: 'evacuate' })
    const { emergencyId, people } = await declare()
    expect([preview.people, people]).toEqual([2, 2])
    const { scope, zoneId, zoneName, zones } = await get(chief, emergencyId)
    expect([scope, zoneId, zones.map(it => [it.id, it.mayMark])]).toEqual([
      'zones',
      null,
      [
        [dock.id, true],
        [yard.id, true],
      ],
    ])
    expect(zoneName).toBe(zones.map(it => it.name).join(', '))
    expect((await muster.call(yuri).alerts.list({})).rows.map(it => it.title)).toEqual([
      `Leave ${zoneName} now`,
    ])
    await putInside(yardManager, yard)
    for (const zone of [dock, yard]) {
      const open = await muster.db.asOwner('test', tx => listOpen(tx, [zone.id]))
      expect(open.map(it => it.id)).toContain(emergencyId)
    }
    await muster.db.asOwner('test', tx => write(tx, its => callNewcomers(its, { id: emergencyId })))
    expect(await listNames(chief, emergencyId)).toContain('Yola Test')
  })

  it('needs the permission to send in each zone', async () => {
    expect(await readCode(declare(dockManager))).toBe('ZONE_NOT_FOUND')
    await muster.make.assign(dockManager, yard, 'zone_manager_ro')
    expect(await readCode(declare(dockManager))).toBe('FORBIDDEN')
    const { rows } = await muster.db.pool.query('select from emergency_zones where zone_id = $1', [yard.id])
    expect(rows).toHaveLength(0)
  })

  it('is refused if the same call is open in each zone, and never while it reaches another one', async () => {
    const requestId = crypto.randomUUID()
    const first = await declare(dockManager, { moreZoneIds: [], requestId })
    expect(await readCode(declare(chief, { moreZoneIds: [] }))).toBe('EMERGENCY_OPEN')
    expect(await readCode(declare(dockManager, { moreZoneIds: [], requestId, kind: 'shelter' }))).toBe(
      'REQUEST_ID_TAKEN',
    )
    expect(await declare(dockManager, { moreZoneIds: [], requestId })).toEqual(first)
    await declare(chief)
    expect(await readCode(declare(yardManager, { zoneId: yard.id, moreZoneIds: [] }))).toBe('EMERGENCY_OPEN')
    expect(await readCode(declare(chief, { zoneId: yard.id, moreZoneIds: [dock.id] }))).toBe('EMERGENCY_OPEN')
  })

  it('keeps each of its zones from being deleted until the all clear', async () => {
    const { emergencyId } = await declare()
    const remove = (zone: TestZone) => muster.call(admin).zones.remove({ zoneId: zone.id })
    expect(await readCode(remove(yard))).toBe('EMERGENCY_OPEN')
    await muster.call(chief).emergencies.allClear({ emergencyId })
    await remove(yard)
    expect(await get(chief, emergencyId)).toMatchObject({ seesAll: false, people: 1 })
    expect(await get(admin, emergencyId)).toMatchObject({ seesAll: true, people: 2 })
  })
})

describe('a manager of one of the zones', () => {
  it('sees the people, claims and counts of that zone only, and marks only there', async () => {
    const { emergencyId } = await declare()
    const [doraId, yuriId] = [await findId(emergencyId, 'Dora'), await findId(emergencyId, 'Yuri')]
    await muster.call(yuri).emergencies.answer({ emergencyId, state: 'help', requestId: crypto.randomUUID() })
    for (const who of [dockManager, dockViewer]) {
      expect(await listNames(who, emergencyId)).toEqual(['Dora Test'])
      const { people, states, reasons, seesAll, zones, mayEnd } = await get(who, emergencyId)
      expect({ people, help: states.help, seesAll, mayEnd, zones: zones.map(it => it.id) }).toEqual({
        people: 1,
        help: 0,
        seesAll: false,
        mayEnd: false,
        zones: [dock.id],
      })
      expect(reasons).toEqual([{ why: 'inside', people: 1 }])
      const { timeline, longest } = await muster.call(who).emergencies.report({ emergencyId })
      expect([timeline.map(it => it.what), longest.map(it => it.name)]).toEqual([['declared'], ['Dora Test']])
      expect((await muster.call(who).emergencies.list({})).rows).toMatchObject([
        { id: emergencyId, people: 1 },
      ])
    }
    expect(await readCode(mark(dockManager, emergencyId, [doraId, yuriId]))).toBe(
      'EMERGENCY_PERSON_NOT_FOUND',
    )
    expect(await readCode(mark(dockViewer, emergencyId, [doraId]))).toBe('FORBIDDEN')
    expect((await get(admin, emergencyId)).states).toMatchObject({ help: 1, missing: 1 })
    await mark(dockManager, emergencyId, [doraId])
    expect((await get(admin, emergencyId)).states).toMatchObject({ help: 1, safe: 1 })
  })

  it('hears of a call for help there, with a link to the board', async () => {
    const { emergencyId } = await declare(admin, { zoneId: null, kind: 'evacuate' })
    await muster.call(dora).emergencies.answer({ emergencyId, state: 'help', requestId: crypto.randomUUID() })
    const find = async (who: TestUser) =>
      (await muster.call(who).alerts.list({})).rows.find(it => it.title === 'Dora Test needs help')
    expect((await find(dockManager))?.metadata).toMatchObject({ emergencyId })
    expect(await find(yardManager)).toBeUndefined()
    expect(await listNames(dockManager, emergencyId)).toEqual(['Dora Test'])
    await muster.call(admin).emergencies.allClear({ emergencyId })
  })

  it('adds people by hand to that zone only', async () => {
    const { emergencyId } = await declare()
    const add = (who: TestUser, more: object = {}) =>
      muster
        .call(who)
        .emergencies.addPerson({ emergencyId, name: 'Vera Visitor', requestId: crypto.randomUUID(), ...more })
    await add(dockManager)
    expect((await listPeople(dockManager, emergencyId)).map(it => [it.name, it.zoneId])).toContainEqual([
      'Vera Visitor',
      dock.id,
    ])
    expect(await readCode(add(dockManager, { zoneId: yard.id }))).toBe('ZONE_NOT_FOUND')
    expect(await readCode(add(chief))).toBe('ZONE_NOT_FOUND')
    await add(chief, { zoneId: yard.id })
    await add(admin)
    expect(await listNames(yardManager, emergencyId)).toEqual(['Yuri Test', 'Vera Visitor'])
  })

  it('sees the links of others, and their messages in the timeline', async () => {
    const { emergencyId } = await declare()
    const { link, code, linkId } = await muster.call(chief).responders.create({ emergencyId, hours: 1 })
    await muster.call().responders.open({ token: link.split('/').at(-1) ?? '', code })
    await message(chief, emergencyId)
    const { links } = await muster.call(dockManager).responders.links({ emergencyId })
    expect(links).toMatchObject([{ id: linkId, opens: 1, mayRevoke: false }])
    for (const who of [chief, dockManager, dockViewer]) {
      const { timeline } = await muster.call(who).emergencies.report({ emergencyId })
      expect(timeline.map(it => it.what)).toEqual(['declared', 'link_created', 'link_opened', 'message_sent'])
    }
    const revoke = (who: TestUser) => muster.call(who).responders.revoke({ emergencyId, linkId })
    expect(await readCode(revoke(dockManager))).toBe('FORBIDDEN')
    expect((await muster.call(admin).responders.links({ emergencyId })).links).toMatchObject([
      { mayRevoke: true },
    ])
    await revoke(admin)
    const stranger = await muster.make.user()
    await muster.make.assign(stranger, await muster.make.zone(), 'zone_manager_rw')
    expect(await readCode(muster.call(stranger).responders.links({ emergencyId }))).toBe(
      'EMERGENCY_NOT_FOUND',
    )
  })

  it('acts for that zone also as a captain, or with fewer rights, in another', async () => {
    await muster.make.assign(yardManager, dock)
    await appoint(dockManager, dock, [yardManager.id])
    const { emergencyId } = await declare()
    expect(await message(yardManager, emergencyId)).toEqual({ people: 1, withoutAccount: 0 })
    await muster.db.pool.query('delete from zone_captains where zone_id = $1', [dock.id])
    await muster.db.pool.query(
      `update zone_assignments set role = 'zone_manager_ro' where zone_id = $1 and user_id = $2`,
      [dock.id, yardManager.id],
    )
    expect((await muster.call(yardManager).responders.links({ emergencyId })).links).toEqual([])
    await muster.call(yardManager).responders.create({ emergencyId, hours: 1 })
    // Yola sees the people of both zones, and sends to those of Yard.
    expect(await listNames(yardManager, emergencyId)).toEqual(['Dora Test', 'Yuri Test'])
    expect(await message(yardManager, emergencyId)).toEqual({ people: 1, withoutAccount: 0 })
    expect(await message(chief, emergencyId)).toEqual({ people: 2, withoutAccount: 0 })
  })

  it('gives the all clear only with the right to send in every zone, or as the declarer', async () => {
    const { emergencyId } = await declare()
    const end = (who: TestUser) => muster.call(who).emergencies.allClear({ emergencyId })
    for (const who of [dockManager, yardManager, dockViewer])
      expect(await readCode(end(who))).toBe('FORBIDDEN')
    await muster.db.pool.query('delete from zone_assignments where user_id = $1 and zone_id = $2', [
      chief.id,
      yard.id,
    ])
    expect(await get(chief, emergencyId)).toMatchObject({ seesAll: false, mayEnd: true })
    await end(chief)
  })
})

describe('a captain', () => {
  it('is any accepted member, appointed by those who may send, and no longer one without the membership', async () => {
    expect((await appoint(dockManager, dock, [dora.id])).captains.map(it => it.name)).toEqual(['Dora Test'])
    expect(await readCode(appoint(dockManager, dock, [], []))).toBe('LIST_CHANGED')
    expect(await readCode(appoint(dockManager, dock, [yuri.id], [dora.id]))).toBe('NOT_ASSIGNED')
    expect(await readCode(appoint(dockViewer, dock, [], [dora.id]))).toBe('FORBIDDEN')
    const list = (who: TestUser) => muster.call(who).zoneCaptains.list({ zoneId: dock.id })
    expect((await list(dockViewer)).captains.map(it => it.userId)).toEqual([dora.id])
    expect(await readCode(list(dora))).toBe('FORBIDDEN')
    await muster.db.pool.query('delete from zone_assignments where user_id = $1', [dora.id])
    expect((await list(dockManager)).captains).toEqual([])
  })

  it('sees and marks the people of that zone while the emergency is open, and nothing else', async () => {
    await appoint(dockManager, dock, [dora.id])
    expect((await muster.call(dora).emergencies.list({})).rows).toEqual([])
    const { emergencyId } = await declare()
    const [doraId, yuriId] = [await findId(emergencyId, 'Dora'), await findId(emergencyId, 'Yuri')]
    expect((await muster.call(dora).emergencies.list({})).rows).toMatchObject([
      { id: emergencyId, people: 1 },
    ])
    expect(await get(dora, emergencyId)).toMatchObject({
      seesAll: false,
      mayManage: true,
      mayEnd: false,
      people: 1,
    })
    expect((await listPeople(dora, emergencyId)).map(it => [it.name, it.mayMark, it.position])).toEqual([
      ['Dora Test', true, null],
    ])
    expect(await readCode(mark(dora, emergencyId, [yuriId]))).toBe('EMERGENCY_PERSON_NOT_FOUND')
    await mark(dora, emergencyId, [doraId])
    expect(await readCode(muster.call(dora).emergencies.allClear({ emergencyId }))).toBe('FORBIDDEN')
    expect(await readCode(muster.call(dora).presence.panel({ zoneId: dock.id }))).toBe('FORBIDDEN')
    await muster.call(chief).emergencies.allClear({ emergencyId })
    expect(await readCode(get(dora, emergencyId))).toBe('FORBIDDEN')
    expect(await readCode(muster.call(dora).emergencies.people({ emergencyId }))).toBe('FORBIDDEN')
    expect((await muster.call(dora).emergencies.list({})).rows).toEqual([])
  })

  it('is called although they are not inside, once, and not in addition to the call for those inside', async () => {
    const away = await muster.make.user()
    for (const zone of [dock, yard]) await muster.make.assign(away, zone)
    await appoint(dockManager, dock, [dora.id, away.id])
    await appoint(yardManager, yard, [away.id])
    const { emergencyId } = await declare()
    const listAlerts = async (who: TestUser) => (await muster.call(who).alerts.list({})).rows
    // Beside the alerts that they were appointed.
    expect((await listAlerts(away)).filter(it => it.metadata?.emergencyId)).toMatchObject([
      { title: 'You are needed as a captain', metadata: { emergencyId, urgent: true } },
    ])
    expect((await listAlerts(dora)).map(it => it.title)).not.toContain('You are needed as a captain')
  })

  it('marks after the all clear only what happened before it', async () => {
    await appoint(dockManager, dock, [dora.id])
    const { emergencyId } = await declare()
    const doraId = await findId(emergencyId, 'Dora')
    await muster.db.pool.query(
      `with captains as (update zone_captains set appointed_at = now() - interval '3 hours')
        update emergencies set declared_at = now() - interval '2 hours', all_clear_at = now() - interval '1 hour' where id = $1`,
      [emergencyId],
    )
    expect(await readCode(mark(dora, emergencyId, [doraId]))).toBe('EMERGENCY_PERSON_NOT_FOUND')
    await mark(dora, emergencyId, [doraId], { waitedMs: 90 * 60_000 })
    expect((await get(admin, emergencyId)).states).toMatchObject({ safe: 1 })
  })

  it('sees nothing in a zone to which the invitation was not accepted', async () => {
    await appoint(dockManager, dock, [dora.id])
    await muster.db.pool.query('update zone_assignments set accepted_at = null where user_id = $1', [dora.id])
    const { emergencyId } = await declare()
    expect((await muster.call(dora).emergencies.list({})).rows).toEqual([])
    expect(await readCode(get(dora, emergencyId))).toBe('FORBIDDEN')
  })
})

describe('an emergency of two organisations', () => {
  let secret: TestZone
  beforeEach(async () => {
    secret = await muster.make.zone({ name: 'Secret Bunker' })
    await muster.db.pool.query(
      `with client as (insert into clients (name) values ('Other ' || $1::text) returning id)
        update zones set client_id = client.id from client where zones.id = $1::uuid`,
      [secret.id],
    )
  })
  const declareBoth = () => declare(admin, { zoneId: secret.id, moreZoneIds: [dock.id, yard.id] })
  const readAlerts = async (who: TestUser) =>
    (await muster.call(who).alerts.list({})).rows.map(it => `${it.title} ${it.description}`).join('\n')

  it('names to people on the roll only the zones of their own organisation', async () => {
    const { emergencyId } = await declareBoth()
    const [own] = (await muster.call(dora).emergencies.mine()).emergencies
    const names = (
      await muster.db.pool.query<{ name: string }>(
        'select name from zones where id in ($1, $2) order by name, id',
        [dock.id, yard.id],
      )
    ).rows.map(it => it.name)
    expect(own?.zoneName).toBe(names.join(', '))
    await message(admin, emergencyId)
    await muster.call(dora).emergencies.answer({ emergencyId, state: 'help', requestId: crypto.randomUUID() })
    for (const who of [dora, yuri]) expect(await readAlerts(who)).toContain(`Leave ${names.join(', ')} now`)
    await muster.call(admin).emergencies.allClear({ emergencyId })
    for (const who of [dora, yuri, dockManager]) expect(await readAlerts(who)).not.toContain('Secret')
    expect(await readAlerts(dockManager)).toContain('Dora Test needs help')
  })

  it('names to captains and contacts who are not on the roll only the zones of their own organisation', async () => {
    const away = await muster.make.user({ firstName: 'Away' })
    await muster.make.assign(away, yard)
    await appoint(yardManager, yard, [away.id])
    const { emergencyId } = await declareBoth()
    await muster.db.pool.query(
      `with told as (update emergencies set tell_at = now() where id = $1 returning id)
        insert into emergency_contacts (emergency_id, user_id) select id, contact from told, unnest($2::uuid[]) contact`,
      [emergencyId, [dockViewer.id, admin.id]],
    )
    await sendReminders({ db: muster.db, log: { warn: () => undefined } })
    expect(await readAlerts(away)).toMatch(
      /You are needed as a captain In the emergency “Leave Dock .*, Yard .* now”/,
    )
    expect(await readAlerts(dockViewer)).toContain('still missing')
    for (const who of [away, dockViewer]) expect(await readAlerts(who)).not.toContain('Secret')
    expect(await readAlerts(admin)).toMatch(/still missing.*Secret Bunker/)
  })

  it('says that somebody is from another zone, not that they left', async () => {
    const keeper = await muster.make.user({ firstName: 'Keeper' })
    await muster.make.assign(keeper, secret, 'zone_manager_rw')
    const { emergencyId } = await declareBoth()
    await muster.call(keeper).responders.create({ emergencyId, hours: 1 })
    const { links } = await muster.call(dockManager).responders.links({ emergencyId })
    expect(links.map(it => it.createdBy)).toEqual(['Someone from another zone'])
    const { timeline } = await muster.call(dockManager).emergencies.report({ emergencyId })
    expect(timeline.find(it => it.what === 'link_created')?.name).toBe('Someone from another zone')
  })
})
