import type { Language } from '@muster/domain/language.ts'
import { v7 as uuidV7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { readCode } from '../../testing/caller.ts'
import { insideTestBox, type TestUser, type TestZone, testBox } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'

const muster = testServices()
let admin: TestUser

beforeAll(async () => {
  admin = await muster.make.user({ role: 'admin' })
})

const queryRows = async (text: string, ...values: unknown[]) =>
  (await muster.db.pool.query(text, values)).rows
const defaultClientId = '00000000-0000-4000-8000-000000000001'

type OnboardOptions = {
  maxZones?: number
  maxPeople?: number
  zonesNeedApproval?: boolean
  timeZone?: string
  language?: Language
}
const onboard = (name: string, options: OnboardOptions = {}) =>
  muster.call(admin).organisations.onboard({ requestId: uuidV7(), name, ...options })

/** Creates a client admin of the organisation. */
async function createClientAdmin(organisationId: string) {
  const user = await muster.make.user({ role: 'client_admin' })
  await muster.call(admin).organisations.addPerson({ organisationId, userId: user.id })
  return user
}

const createZoneInput = (name: string, organisationId?: string) => ({
  requestId: uuidV7(),
  name,
  maxCapacity: null,
  shape: testBox,
  ...(organisationId && { organisationId }),
})
const createZone = (user: TestUser, name: string, organisationId?: string) =>
  muster.call(user).zones.create(createZoneInput(name, organisationId))

/** Accounts created while there is one organisation belong to it; all others in this file belong to none. */
describe('while there is one organisation', () => {
  it('everybody but internal admins belongs to it, and it is not shown', async () => {
    const worker = await muster.make.user()
    expect(await muster.call(worker).organisations.mine()).toMatchObject({
      several: false,
      organisations: [{ id: defaultClientId, manages: false }],
    })
    expect(await muster.call(admin).organisations.mine()).toEqual({ several: false, organisations: [] })
    const clientAdmin = await muster.make.user({ role: 'client_admin' })
    expect((await muster.call(clientAdmin).organisations.list({})).rows).toEqual([])
    const zone = await createZone(clientAdmin, 'Yard of the only one')
    expect(zone.status).toBe('active')
    const { rows } = await muster.call(admin).zones.all({})
    expect(rows.find(({ id }) => id === zone.id)).not.toHaveProperty('organisation')
  })

  it('an internal admin whose role changes joins it then', async () => {
    const formerAdmin = await muster.make.user({ role: 'admin' })
    await muster.db.pool.query(`update user_profiles set role = 'app_user' where id = $1`, [formerAdmin.id])
    expect(
      await queryRows('select client_id from client_members where user_id = $1', formerAdmin.id),
    ).toEqual([{ client_id: defaultClientId }])
  })
})

describe('two organisations', () => {
  it('are separate: a client admin sees and changes only their own', async () => {
    const north = await onboard('North', { maxZones: 3 })
    await onboard('South')
    const clientAdmin = await createClientAdmin(north.id)
    const call = muster.call(clientAdmin).organisations
    expect((await call.list({})).rows.map(row => row.name)).toEqual(['North'])
    const changes = { name: 'North Works', contactEmail: 'desk@north.example', timeZone: 'Asia/Kolkata' }
    expect(await call.update({ organisationId: north.id, ...changes })).toMatchObject({
      ...changes,
      maxZones: 3,
    })
    const logEntries = await queryRows(
      `select actor_id from security_events where event_type = 'organisation_changed' and metadata ->> 'name' = 'North Works'`,
    )
    expect(logEntries).toEqual([{ actor_id: clientAdmin.id }])
    const events = await queryRows(
      `select distinct topic from feed_events where kind = 'organisation.changed' and payload ->> 'clientId' = $1 order by 1`,
      north.id,
    )
    expect(events.map(row => row.topic)).toEqual(['admin', `user:${clientAdmin.id}`])
  })

  it('are isolated in SQL', async () => {
    const [ownOrganisation, otherOrganisation] = [await onboard('Own'), await onboard('Other')]
    const clientAdmin = await createClientAdmin(ownOrganisation.id)
    const stranger = await createClientAdmin(otherOrganisation.id)
    const querySqlAs = (user: TestUser, text: string) =>
      muster.db.asActor({ userId: user.id, sessionId: user.sessionId }, async tx => {
        const { CompiledQuery } = await import('kysely')
        const { rows } = await tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text))
        return rows
      })
    expect(await querySqlAs(clientAdmin, 'select id from clients')).toEqual([{ id: ownOrganisation.id }])
    expect(await querySqlAs(clientAdmin, 'select user_id from client_members')).toEqual([
      { user_id: clientAdmin.id },
    ])
    expect(
      await querySqlAs(
        clientAdmin,
        `update clients set name = 'x' where id = '${otherOrganisation.id}' returning id`,
      ),
    ).toEqual([])
    await expect(querySqlAs(clientAdmin, 'update clients set max_zones = 1')).rejects.toMatchObject({
      code: '42501',
    })
    await expect(
      querySqlAs(
        clientAdmin,
        `insert into client_members (client_id, user_id) values ('${otherOrganisation.id}', '${clientAdmin.id}')`,
      ),
    ).rejects.toMatchObject({ code: '42501' })
    expect(await querySqlAs(stranger, 'select id from clients')).toEqual([{ id: otherOrganisation.id }])
    const worker = await muster.make.user()
    expect(await querySqlAs(worker, 'select id from clients')).toEqual([])
  })

  it('give their zones a time zone each', async () => {
    const east = await onboard('East', { timeZone: 'Asia/Tokyo' })
    const eastZone = await createZone(admin, 'There', east.id)
    const defaultZone = await createZone(admin, 'Here')
    const readZone = async (id: string) =>
      (await queryRows('select zone_time_zone($1, $2) as it', id, 'Europe/Berlin'))[0].it
    expect([await readZone(eastZone.id), await readZone(defaultZone.id)]).toEqual([
      'Asia/Tokyo',
      'Europe/Berlin',
    ])
  })

  it('are not managed by people who belong to them by a zone alone, even as a client admin elsewhere', async () => {
    const [ownOrganisation, otherOrganisation] = [await onboard('Mine'), await onboard('Theirs')]
    const clientAdmin = await createClientAdmin(ownOrganisation.id)
    const zone = await createZone(admin, 'Theirs to work in', otherOrganisation.id)
    await muster.make.assign(clientAdmin, zone, 'app_user')
    const { organisations } = await muster.call(clientAdmin).organisations.mine()
    expect(organisations.map(({ id, manages }) => [id, manages])).toEqual([
      [ownOrganisation.id, true],
      [otherOrganisation.id, false],
    ])
    expect(await readCode(createZone(clientAdmin, 'Not there', otherOrganisation.id))).toBe(
      'ORGANISATION_NOT_FOUND',
    )
    expect((await createZone(clientAdmin, 'But here')).status).toBe('active')
  })

  it('require a choice for a new zone by people who manage several', async () => {
    const [firstOrganisation, secondOrganisation] = [await onboard('One'), await onboard('Two')]
    const clientAdmin = await createClientAdmin(firstOrganisation.id)
    await muster
      .call(admin)
      .organisations.addPerson({ organisationId: secondOrganisation.id, userId: clientAdmin.id })
    expect(await readCode(createZone(clientAdmin, 'Where?'))).toBe('ORGANISATION_REQUIRED')
    const zone = await createZone(clientAdmin, 'There', secondOrganisation.id)
    expect(await queryRows('select client_id from zones where id = $1', zone.id)).toEqual([
      { client_id: secondOrganisation.id },
    ])
  })

  it("receive an account from its creator's choice; people who sign up join one with their first zone", async () => {
    const organisation = await onboard('Chosen')
    const account = await muster.call(admin).accounts.create({
      email: `${uuidV7()}@test.example`,
      firstName: 'New',
      lastName: 'One',
      phone: null,
      organisationId: organisation.id,
    })
    const listIds = async (userId: string) =>
      (await queryRows('select client_id from client_members where user_id = $1', userId)).map(
        row => row.client_id,
      )
    expect(await listIds(account.id)).toEqual([organisation.id])
    const worker = await muster.make.user()
    expect(await listIds(worker.id)).toEqual([])
    await muster.make.assign(worker, await createZone(admin, 'Takes them', organisation.id))
    expect(await listIds(worker.id)).toEqual([organisation.id])
  })
})

describe('the limits of an organisation', () => {
  it('apply to zones, even created concurrently; a repeated request returns the existing zone', async () => {
    const { id } = await onboard('Few zones', { maxZones: 2 })
    const clientAdmin = await createClientAdmin(id)
    const zoneInput = createZoneInput('First')
    await muster.call(clientAdmin).zones.create(zoneInput)
    const codes = await Promise.all(['a', 'b', 'c'].map(name => readCode(createZone(clientAdmin, name))))
    expect(codes.toSorted()).toEqual(['ORGANISATION_ZONES_FULL', 'ORGANISATION_ZONES_FULL', undefined])
    expect((await muster.call(clientAdmin).zones.create(zoneInput)).name).toBe('First')
    expect(await readCode(muster.call(clientAdmin).zones.createMany({ zones: [createZoneInput('d')] }))).toBe(
      'ORGANISATION_ZONES_FULL',
    )
    const outsideZone = await createZone(admin, 'Comes')
    expect(
      await readCode(
        muster.call(admin).organisations.moveZone({ organisationId: id, zoneId: outsideZone.id }),
      ),
    ).toBe('ORGANISATION_ZONES_FULL')
  })

  it('apply to people, however they join', async () => {
    const { id } = await onboard('Few people', { maxPeople: 2 })
    const clientAdmin = await createClientAdmin(id)
    const zone = await createZone(clientAdmin, 'Full soon')
    const users = await Promise.all([1, 2, 3].map(() => muster.make.user()))
    const codes = await Promise.all(
      users.map(({ userCode }) =>
        readCode(muster.call(clientAdmin).users.addByCode({ zoneId: zone.id, userCode, role: 'app_user' })),
      ),
    )
    expect(codes.toSorted()).toEqual(['ORGANISATION_PEOPLE_FULL', 'ORGANISATION_PEOPLE_FULL', undefined])
    const lateWorker = await muster.make.user()
    const { call } = muster
    expect(
      await readCode(call(admin).organisations.addPerson({ organisationId: id, userId: lateWorker.id })),
    ).toBe('ORGANISATION_PEOPLE_FULL')
    expect(await readCode(call(admin).accounts.assign({ zoneId: zone.id, userId: lateWorker.id }))).toBe(
      'ORGANISATION_PEOPLE_FULL',
    )
    const account = { email: `${uuidV7()}@test.example`, firstName: 'A', lastName: 'B', phone: null }
    expect(await readCode(call(admin).accounts.create({ ...account, organisationId: id }))).toBe(
      'ORGANISATION_PEOPLE_FULL',
    )
    // The account can be created now, because no part of it was stored before.
    expect(await readCode(call(admin).accounts.create(account))).toBeUndefined()
  })
})

describe('a suspended organisation', () => {
  it('closes its zones to members like suspended zones, and restores their former status', async () => {
    const { id: organisationId } = await onboard('Closes')
    const clientAdmin = await createClientAdmin(organisationId)
    const zone: TestZone = await createZone(clientAdmin, 'Was active')
    const suspendedZone = await createZone(clientAdmin, 'Was suspended')
    await muster.call(admin).zones.setStatus({ zoneId: suspendedZone.id, status: 'suspended' })
    const worker = await muster.make.user()
    await muster.make.assign(worker, zone)
    const setStatus = (status: 'active' | 'suspended') =>
      muster.call(admin).organisations.setStatus({ organisationId, status })
    const checkPosition = () =>
      muster.call(worker).presence.checkUserInZone({
        zoneId: zone.id,
        id: uuidV7(),
        ...insideTestBox,
        accuracyMeters: 5,
        capturedAt: new Date().toISOString(),
      })
    expect(await readCode(checkPosition())).toBeUndefined()
    expect(await readCode(muster.call(worker).zones.get({ zoneId: zone.id }))).toBeUndefined()

    await setStatus('suspended')
    expect(await readCode(checkPosition())).toBe('ZONE_NOT_FOUND')
    expect(await readCode(muster.call(worker).zones.enter({ zoneId: zone.id, pin: '1234' }))).toBe(
      'ZONE_NOT_FOUND',
    )
    expect(await queryRows('select from zone_entries where zone_id = $1', zone.id)).toEqual([])
    expect(
      await queryRows(
        `select from feed_events where kind = 'zone.suspended' and topic = $1`,
        `zone:${zone.id}`,
      ),
    ).toHaveLength(1)
    expect(await readCode(createZone(clientAdmin, 'New'))).toBe('ORGANISATION_SUSPENDED')
    expect(await readCode(muster.call(clientAdmin).organisations.update({ organisationId, name: 'x' }))).toBe(
      'ORGANISATION_SUSPENDED',
    )
    expect(await readCode(muster.call(admin).zones.setStatus({ zoneId: zone.id, status: 'active' }))).toBe(
      'ORGANISATION_SUSPENDED',
    )

    await setStatus('active')
    const { rows } = await muster.call(admin).organisations.zones({ organisationId })
    expect(rows.map(({ name, status }) => [name, status])).toEqual([
      ['Was suspended', 'suspended'],
      ['Was active', 'active'],
    ])
    // Returning members must enter the zone again.
    expect(await readCode(muster.call(worker).zones.get({ zoneId: zone.id }))).toBe('ZONE_ENTRY_REQUIRED')
  })
})

describe('moving a zone', () => {
  it('adds its people, and removes the zone from client admins who do not belong there', async () => {
    const [source, target] = [await onboard('From'), await onboard('To')]
    const clientAdmin = await createClientAdmin(source.id)
    const zone = await createZone(clientAdmin, 'Moves')
    const worker = await muster.make.user()
    await muster.make.assign(worker, zone)
    await muster.call(admin).organisations.moveZone({ organisationId: target.id, zoneId: zone.id })
    const { rows } = await muster.call(admin).organisations.people({ organisationId: target.id })
    expect(rows.map(({ id, zones }) => [id, zones])).toEqual([[worker.id, 1]])
    expect(await readCode(muster.call(clientAdmin).zones.get({ zoneId: zone.id }))).toBe('ZONE_NOT_FOUND')
    expect(await readCode(muster.call(worker).zones.get({ zoneId: zone.id }))).toBeUndefined()
  })

  it('into a suspended organisation closes it', async () => {
    const target = await onboard('Closed')
    await muster.call(admin).organisations.setStatus({ organisationId: target.id, status: 'suspended' })
    const zone = await createZone(admin, 'Goes there')
    await muster.call(admin).organisations.moveZone({ organisationId: target.id, zoneId: zone.id })
    expect((await muster.call(admin).zones.get({ zoneId: zone.id })).status).toBe('suspended')
  })
})

describe('removing a person', () => {
  it('is refused while they are assigned to its zones; people who joined with a zone leave with the last one', async () => {
    const { id: organisationId } = await onboard('Leaves', { maxPeople: 2 })
    const [worker, guest] = [await muster.make.user(), await muster.make.user()]
    const zone = await createZone(admin, 'Holds them', organisationId)
    await muster.call(admin).organisations.addPerson({ organisationId, userId: worker.id })
    for (const user of [worker, guest]) await muster.make.assign(user, zone)
    const remove = (userId: string) =>
      muster.call(admin).organisations.removePerson({ organisationId, userId })
    expect(await readCode(remove(worker.id))).toBe('PERSON_HAS_ZONES')
    for (const { id: userId } of [worker, guest])
      await muster.call(admin).users.unlink({ zoneId: zone.id, userId })
    expect(await readCode(remove(guest.id))).toBe('USER_NOT_FOUND')
    expect(await readCode(remove(worker.id))).toBeUndefined()
    expect(await readCode(remove(worker.id))).toBe('USER_NOT_FOUND')
  })

  it('removes the zones of a client admin too', async () => {
    const { id: organisationId } = await onboard('Had an admin')
    const clientAdmin = await createClientAdmin(organisationId)
    await createZone(clientAdmin, 'Was theirs')
    await muster.call(admin).organisations.removePerson({ organisationId, userId: clientAdmin.id })
    expect(await queryRows('select from zone_assignments where user_id = $1', clientAdmin.id)).toEqual([])
  })
})

describe('a client admin of an organisation', () => {
  const listManagers = async (organisationId: string) =>
    (
      await queryRows('select user_id from client_members where client_id = $1 and manages', organisationId)
    ).map(row => row.user_id)

  it('manages all its open zones, whoever creates them', async () => {
    const { id } = await onboard('Two admins', { zonesNeedApproval: true })
    const [firstAdmin, secondAdmin] = [await createClientAdmin(id), await createClientAdmin(id)]
    const pendingZone = await createZone(firstAdmin, 'Waits')
    const activeZone = await createZone(admin, 'By an internal admin', id)
    const listZoneIds = async () =>
      (await muster.call(secondAdmin).organisations.zones({ organisationId: id })).rows.map(row => row.id)
    expect(await listZoneIds()).toEqual([activeZone.id])
    await muster.call(admin).zones.setStatus({ zoneId: pendingZone.id, status: 'active' })
    expect(await listZoneIds()).toEqual([activeZone.id, pendingZone.id])
    const thirdAdmin = await createClientAdmin(id)
    expect(
      await readCode(
        muster.call(thirdAdmin).zones.update({ zoneId: pendingZone.id, name: 'Mine too', maxCapacity: null }),
      ),
    ).toBeUndefined()
    expect((await listManagers(id)).toSorted()).toEqual(
      [firstAdmin.id, secondAdmin.id, thirdAdmin.id].toSorted(),
    )
  })

  it('is not made by a zone alone: approved, suspended or moved', async () => {
    const outsider = await muster.make.user({ role: 'client_admin' })
    const zone = await createZone(outsider, 'Asked by nobody of ours')
    expect(zone.status).toBe('pending')
    const listOrganisations = async () => (await muster.call(outsider).organisations.list({})).rows
    const defaultOrganisation = { organisationId: defaultClientId }
    await muster.call(admin).organisations.setStatus({ ...defaultOrganisation, status: 'suspended' })
    expect(await listOrganisations()).toEqual([])
    await muster.call(admin).organisations.setStatus({ ...defaultOrganisation, status: 'active' })
    await muster.call(admin).zones.setStatus({ zoneId: zone.id, status: 'active' })
    expect(await listOrganisations()).toEqual([])
    const { id: newOrganisationId } = await onboard('Took it over')
    await muster.make.assign(outsider, await createZone(admin, 'Works here', newOrganisationId), 'app_user')
    await muster.call(admin).organisations.moveZone({ organisationId: newOrganisationId, zoneId: zone.id })
    expect(await listOrganisations()).toEqual([])
    expect(await readCode(muster.call(outsider).zones.get({ zoneId: zone.id }))).toBe('ZONE_NOT_FOUND')
    expect(
      await queryRows(
        'select from client_members where user_id = $1 and client_id = $2',
        outsider.id,
        defaultClientId,
      ),
    ).toEqual([])
  })

  it('changes with the role of an account, however full the organisation is', async () => {
    const { id } = await onboard('Full', { maxPeople: 1 })
    const person = await muster.make.user()
    await muster.call(admin).organisations.addPerson({ organisationId: id, userId: person.id })
    const setRole = (role: string) =>
      muster.db.pool.query('update user_profiles set role = $2 where id = $1', [person.id, role])
    await setRole('client_admin')
    expect(await listManagers(id)).toEqual([person.id])
    await setRole('app_user')
    expect(await listManagers(id)).toEqual([])
    await muster.make.assign(person, await createZone(admin, 'Theirs', id))
    await setRole('admin')
    expect(await queryRows('select from client_members where user_id = $1', person.id)).toEqual([])
    await createClientAdmin(id)
    await setRole('app_user')
    expect(
      await queryRows('select client_id, manages from client_members where user_id = $1', person.id),
    ).toEqual([{ client_id: id, manages: false }])
  })

  it('can create zones concurrently with others if only people are limited', async () => {
    const { id } = await onboard('Counts people', { maxPeople: 100 })
    const admins = await Promise.all([1, 2, 3, 4].map(() => muster.make.user({ role: 'client_admin' })))
    for (const { id: userId } of admins)
      await muster.call(admin).organisations.addPerson({ organisationId: id, userId })
    const codes = await Promise.all(admins.map(clientAdmin => readCode(createZone(clientAdmin, 'At once'))))
    expect(codes).toEqual([undefined, undefined, undefined, undefined])
  })
})

it('an organisation keeps its default language while other details change', async () => {
  const { id: organisationId, language } = await onboard('Reads Hindi')
  expect(language).toBe('en')
  const { organisations } = muster.call(admin)
  await organisations.update({ organisationId, name: 'Reads Hindi', language: 'hi' })
  expect((await organisations.update({ organisationId, name: 'Renamed' })).language).toBe('hi')
})

it('the language of a person in several organisations is that of the one they joined first', async () => {
  const [firstOrganisation, secondOrganisation] = [
    await onboard('First', { language: 'hi' }),
    await onboard('Second', { language: 'ar' }),
  ]
  const person = await muster.make.user()
  for (const { id: organisationId } of [firstOrganisation, secondOrganisation])
    await muster.call(admin).organisations.addPerson({ organisationId, userId: person.id })
  expect((await muster.call(person).auth.me()).profile?.readingLanguage).toBe('hi')
})

it('an organisation is created once per request, in a time zone the database knows', async () => {
  const requestId = uuidV7()
  const onboardAgain = (name: string, timeZone?: string) =>
    muster.call(admin).organisations.onboard({ requestId, name, ...(timeZone && { timeZone }) })
  expect(await readCode(onboardAgain('Zoned', 'US/Pacific-New'))).toBe('TIME_ZONE_UNKNOWN')
  expect(await readCode(onboardAgain('Zoned', 'IST'))).toBe('BAD_REQUEST')
  const { id } = await onboardAgain('Once')
  expect((await onboardAgain('Once')).id).toBe(id)
  expect(await readCode(onboardAgain('Another'))).toBe('REQUEST_ID_TAKEN')
})
