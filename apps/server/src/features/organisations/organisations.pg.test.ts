import { v7 as uuidV7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf } from '../../testing/caller.ts'
import { insideTestBox, type TestUser, type TestZone, testBox } from '../../testing/factories.ts'
import { createTestServices } from '../../testing/test-services.ts'

let muster: Awaited<ReturnType<typeof createTestServices>>
let admin: TestUser

beforeAll(async () => {
  muster = await createTestServices()
  admin = await muster.make.user({ role: 'admin' })
})
afterAll(() => muster.stop())

const rowsOf = async (text: string, ...values: unknown[]) => (await muster.db.pool.query(text, values)).rows
const defaultClient = '00000000-0000-4000-8000-000000000001'

type More = { maxZones?: number; maxPeople?: number; zonesNeedApproval?: boolean; timeZone?: string }
const onboard = (name: string, more: More = {}) =>
  muster.call(admin).organisations.onboard({ requestId: uuidV7(), name, ...more })

/** Somebody who looks after the organisation. */
async function clientAdminOf(organisationId: string) {
  const user = await muster.make.user({ role: 'client_admin' })
  await muster.call(admin).organisations.addPerson({ organisationId, userId: user.id })
  return user
}

const newZone = (name: string, organisationId?: string) => ({
  requestId: uuidV7(),
  name,
  maxCapacity: null,
  shape: testBox,
  ...(organisationId && { organisationId }),
})
const createIn = (user: TestUser, name: string, organisationId?: string) =>
  muster.call(user).zones.create(newZone(name, organisationId))

/** Accounts made while there is one organisation belong to it; the others of this file to none. */
describe('while there is one organisation', () => {
  it('everybody belongs to it, internal admins do not, and nothing is said of it', async () => {
    const worker = await muster.make.user()
    expect(await muster.call(worker).organisations.mine()).toMatchObject({
      several: false,
      organisations: [{ id: defaultClient, manages: false }],
    })
    expect(await muster.call(admin).organisations.mine()).toEqual({ several: false, organisations: [] })
    const client = await muster.make.user({ role: 'client_admin' })
    const zone = await createIn(client, 'Yard of the only one')
    expect(zone.status).toBe('active')
    const { rows } = await muster.call(admin).zones.all({})
    expect(rows.find(({ id }) => id === zone.id)).not.toHaveProperty('organisation')
  })

  it('an internal admin who becomes somebody else belongs to it then', async () => {
    const was = await muster.make.user({ role: 'admin' })
    await muster.db.pool.query(`update user_profiles set role = 'app_user' where id = $1`, [was.id])
    expect(await rowsOf('select client_id from client_members where user_id = $1', was.id)).toEqual([
      { client_id: defaultClient },
    ])
  })
})

describe('two organisations', () => {
  it('are told apart: a client admin sees and changes their own, and not what only internal admins set', async () => {
    const north = await onboard('North', { maxZones: 3 })
    const south = await onboard('South')
    const client = await clientAdminOf(north.id)
    const call = muster.call(client).organisations
    expect((await call.list({})).rows.map(row => row.name)).toEqual(['North'])
    expect(await codeOf(call.get({ organisationId: south.id }))).toBe('ORGANISATION_NOT_FOUND')
    expect((await call.people({ organisationId: south.id })).rows).toEqual([])
    const facts = { name: 'North Works', contactEmail: 'desk@north.example', timeZone: 'Asia/Kolkata' }
    expect(await call.update({ organisationId: north.id, ...facts })).toMatchObject({ ...facts, maxZones: 3 })
    expect(await codeOf(call.update({ organisationId: south.id, ...facts }))).toBe('ORGANISATION_NOT_FOUND')
    expect(await codeOf(call.setLimits({ organisationId: north.id }))).toBe('FORBIDDEN')
    expect(await codeOf(call.setStatus({ organisationId: north.id, status: 'suspended' }))).toBe('FORBIDDEN')
    const log = await rowsOf(
      `select actor_id from security_events where event_type = 'organisation_changed' and metadata ->> 'name' = 'North Works'`,
    )
    expect(log).toEqual([{ actor_id: client.id }])
    const events = await rowsOf(
      `select distinct topic from feed_events where kind = 'organisation.changed' and payload ->> 'clientId' = $1 order by 1`,
      north.id,
    )
    expect(events.map(row => row.topic)).toEqual(['admin', `user:${client.id}`])
  })

  it('are walled in SQL', async () => {
    const [own, other] = [await onboard('Own'), await onboard('Other')]
    const client = await clientAdminOf(own.id)
    const stranger = await clientAdminOf(other.id)
    const sqlAs = (user: TestUser, text: string) =>
      muster.db.asActor({ userId: user.id, sessionId: user.sessionId }, async tx => {
        const { CompiledQuery } = await import('kysely')
        const { rows } = await tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text))
        return rows
      })
    expect(await sqlAs(client, 'select id from clients')).toEqual([{ id: own.id }])
    expect(await sqlAs(client, 'select user_id from client_members')).toEqual([{ user_id: client.id }])
    expect(
      await sqlAs(client, `update clients set name = 'x' where id = '${other.id}' returning id`),
    ).toEqual([])
    await expect(sqlAs(client, 'update clients set max_zones = 1')).rejects.toMatchObject({ code: '42501' })
    await expect(
      sqlAs(client, `insert into client_members (client_id, user_id) values ('${other.id}', '${client.id}')`),
    ).rejects.toMatchObject({ code: '42501' })
    expect(await sqlAs(stranger, 'select id from clients')).toEqual([{ id: other.id }])
    const worker = await muster.make.user()
    expect(await sqlAs(worker, 'select id from clients')).toEqual([])
  })

  it('give their zones one calendar each', async () => {
    const east = await onboard('East', { timeZone: 'Asia/Tokyo' })
    const there = await createIn(admin, 'There', east.id)
    const here = await createIn(admin, 'Here')
    const zoneOf = async (id: string) =>
      (await rowsOf('select zone_time_zone($1, $2) as it', id, 'Europe/Berlin'))[0].it
    expect([await zoneOf(there.id), await zoneOf(here.id)]).toEqual(['Asia/Tokyo', 'Europe/Berlin'])
  })

  it('who is a member by a zone alone looks after nothing there, even as a client admin elsewhere', async () => {
    const [own, other] = [await onboard('Mine'), await onboard('Theirs')]
    const client = await clientAdminOf(own.id)
    const zone = await createIn(admin, 'Theirs to work in', other.id)
    await muster.make.assign(client, zone, 'app_user')
    const { organisations } = await muster.call(client).organisations.mine()
    expect(organisations.map(({ id, manages }) => [id, manages])).toEqual([
      [own.id, true],
      [other.id, false],
    ])
    expect(await codeOf(createIn(client, 'Not there', other.id))).toBe('ORGANISATION_NOT_FOUND')
    expect((await createIn(client, 'But here')).status).toBe('active')
  })

  it('who looks after several says for which one a zone is', async () => {
    const [one, two] = [await onboard('One'), await onboard('Two')]
    const client = await clientAdminOf(one.id)
    await muster.call(admin).organisations.addPerson({ organisationId: two.id, userId: client.id })
    expect(await codeOf(createIn(client, 'Where?'))).toBe('ORGANISATION_REQUIRED')
    const zone = await createIn(client, 'There', two.id)
    expect(await rowsOf('select client_id from zones where id = $1', zone.id)).toEqual([
      { client_id: two.id },
    ])
  })

  it('an account belongs to the one its maker chose, and who signs up to none until a zone takes them', async () => {
    const chosen = await onboard('Chosen')
    const account = await muster.call(admin).accounts.create({
      email: `${uuidV7()}@test.example`,
      firstName: 'New',
      lastName: 'One',
      phone: null,
      organisationId: chosen.id,
    })
    const idsOf = async (userId: string) =>
      (await rowsOf('select client_id from client_members where user_id = $1', userId)).map(
        row => row.client_id,
      )
    expect(await idsOf(account.id)).toEqual([chosen.id])
    const worker = await muster.make.user()
    expect(await idsOf(worker.id)).toEqual([])
    await muster.make.assign(worker, await createIn(admin, 'Takes them', chosen.id))
    expect(await idsOf(worker.id)).toEqual([chosen.id])
  })
})

describe('the limits of an organisation', () => {
  it('hold for zones, also for two made at once; sending one again answers with the one there is', async () => {
    const { id } = await onboard('Few zones', { maxZones: 2 })
    const client = await clientAdminOf(id)
    const first = newZone('First')
    await muster.call(client).zones.create(first)
    const codes = await Promise.all(['a', 'b', 'c'].map(name => codeOf(createIn(client, name))))
    expect(codes.toSorted()).toEqual(['ORGANISATION_ZONES_FULL', 'ORGANISATION_ZONES_FULL', undefined])
    expect((await muster.call(client).zones.create(first)).name).toBe('First')
    expect(await codeOf(muster.call(client).zones.createMany({ zones: [newZone('d')] }))).toBe(
      'ORGANISATION_ZONES_FULL',
    )
    const elsewhere = await createIn(admin, 'Comes')
    expect(
      await codeOf(muster.call(admin).organisations.moveZone({ organisationId: id, zoneId: elsewhere.id })),
    ).toBe('ORGANISATION_ZONES_FULL')
  })

  it('hold for people, however they come', async () => {
    const { id } = await onboard('Few people', { maxPeople: 2 })
    const client = await clientAdminOf(id)
    const zone = await createIn(client, 'Full soon')
    const people = await Promise.all([1, 2, 3].map(() => muster.make.user()))
    const codes = await Promise.all(
      people.map(({ userCode }) =>
        codeOf(muster.call(client).users.addByCode({ zoneId: zone.id, userCode, role: 'app_user' })),
      ),
    )
    expect(codes.toSorted()).toEqual(['ORGANISATION_PEOPLE_FULL', 'ORGANISATION_PEOPLE_FULL', undefined])
    const late = await muster.make.user()
    const { call } = muster
    expect(await codeOf(call(admin).organisations.addPerson({ organisationId: id, userId: late.id }))).toBe(
      'ORGANISATION_PEOPLE_FULL',
    )
    expect(await codeOf(call(admin).accounts.assign({ zoneId: zone.id, userId: late.id }))).toBe(
      'ORGANISATION_PEOPLE_FULL',
    )
    const account = { email: `${uuidV7()}@test.example`, firstName: 'A', lastName: 'B', phone: null }
    expect(await codeOf(call(admin).accounts.create({ ...account, organisationId: id }))).toBe(
      'ORGANISATION_PEOPLE_FULL',
    )
    // Nothing of the account stayed.
    expect(await codeOf(call(admin).accounts.create(account))).toBeUndefined()
  })
})

describe('a suspended organisation', () => {
  it('closes its zones to members as a suspended zone does, and opens them as they were', async () => {
    const { id: organisationId } = await onboard('Closes')
    const client = await clientAdminOf(organisationId)
    const zone: TestZone = await createIn(client, 'Was active')
    const shut = await createIn(client, 'Was suspended')
    await muster.call(admin).zones.setStatus({ zoneId: shut.id, status: 'suspended' })
    const worker = await muster.make.user()
    await muster.make.assign(worker, zone)
    const setStatus = (status: 'active' | 'suspended') =>
      muster.call(admin).organisations.setStatus({ organisationId, status })
    const check = () =>
      muster.call(worker).presence.checkUserInZone({
        zoneId: zone.id,
        id: uuidV7(),
        ...insideTestBox,
        accuracyMeters: 5,
        capturedAt: new Date().toISOString(),
      })
    expect(await codeOf(check())).toBeUndefined()
    expect(await codeOf(muster.call(worker).zones.get({ zoneId: zone.id }))).toBeUndefined()

    await setStatus('suspended')
    expect(await codeOf(muster.call(worker).zones.get({ zoneId: zone.id }))).toBe('ZONE_NOT_FOUND')
    expect(await codeOf(muster.call(client).zones.get({ zoneId: zone.id }))).toBe('ZONE_NOT_FOUND')
    expect(await codeOf(check())).toBe('ZONE_NOT_FOUND')
    expect(await codeOf(muster.call(worker).zones.enter({ zoneId: zone.id, pin: '1234' }))).toBe(
      'ZONE_NOT_FOUND',
    )
    expect(await rowsOf('select from zone_entries where zone_id = $1', zone.id)).toEqual([])
    expect(
      await rowsOf(`select from feed_events where kind = 'zone.suspended' and topic = $1`, `zone:${zone.id}`),
    ).toHaveLength(1)
    expect(await codeOf(createIn(client, 'New'))).toBe('ORGANISATION_SUSPENDED')
    expect(await codeOf(muster.call(client).organisations.update({ organisationId, name: 'x' }))).toBe(
      'ORGANISATION_SUSPENDED',
    )
    expect(await codeOf(muster.call(admin).zones.setStatus({ zoneId: zone.id, status: 'active' }))).toBe(
      'ORGANISATION_SUSPENDED',
    )

    await setStatus('active')
    const { rows } = await muster.call(admin).organisations.zones({ organisationId })
    expect(rows.map(({ name, status }) => [name, status])).toEqual([
      ['Was suspended', 'suspended'],
      ['Was active', 'active'],
    ])
    // Who comes back enters anew.
    expect(await codeOf(muster.call(worker).zones.get({ zoneId: zone.id }))).toBe('ZONE_ENTRY_REQUIRED')
  })
})

describe('moving a zone', () => {
  it('takes its people along, and the zone from client admins who do not belong there', async () => {
    const [from, to] = [await onboard('From'), await onboard('To')]
    const client = await clientAdminOf(from.id)
    const zone = await createIn(client, 'Moves')
    const worker = await muster.make.user()
    await muster.make.assign(worker, zone)
    await muster.call(admin).organisations.moveZone({ organisationId: to.id, zoneId: zone.id })
    const { rows } = await muster.call(admin).organisations.people({ organisationId: to.id })
    expect(rows.map(({ id, zones }) => [id, zones])).toEqual([[worker.id, 1]])
    expect(await codeOf(muster.call(client).zones.get({ zoneId: zone.id }))).toBe('ZONE_NOT_FOUND')
    expect(await codeOf(muster.call(worker).zones.get({ zoneId: zone.id }))).toBeUndefined()
  })

  it('into a suspended organisation closes it', async () => {
    const to = await onboard('Closed')
    await muster.call(admin).organisations.setStatus({ organisationId: to.id, status: 'suspended' })
    const zone = await createIn(admin, 'Goes there')
    await muster.call(admin).organisations.moveZone({ organisationId: to.id, zoneId: zone.id })
    expect((await muster.call(admin).zones.get({ zoneId: zone.id })).status).toBe('suspended')
  })
})

describe('removing somebody', () => {
  it('is refused while they are assigned to its zones', async () => {
    const { id: organisationId } = await onboard('Leaves')
    const worker = await muster.make.user()
    const zone = await createIn(admin, 'Holds them', organisationId)
    await muster.make.assign(worker, zone)
    const remove = () => muster.call(admin).organisations.removePerson({ organisationId, userId: worker.id })
    expect(await codeOf(remove())).toBe('PERSON_HAS_ZONES')
    await muster.call(admin).users.unlink({ zoneId: zone.id, userId: worker.id })
    expect(await codeOf(remove())).toBeUndefined()
    expect(await codeOf(remove())).toBe('USER_NOT_FOUND')
  })
})
