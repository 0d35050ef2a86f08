import { v7 as uuidV7 } from 'uuid'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readCode } from '../../testing/caller.ts'
import { insideTestBox, type TestUser, testBox } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'

const muster = testServices()
let admin: TestUser
let otherAdmin: TestUser
let clientAdmin: TestUser

beforeAll(async () => {
  admin = await muster.make.user({ role: 'admin' })
  otherAdmin = await muster.make.user({ role: 'super_admin' })
  const { id: organisationId } = await muster.call(admin).organisations.onboard({
    requestId: uuidV7(),
    name: 'Asks first',
    zonesNeedApproval: true,
  })
  clientAdmin = await muster.make.user({ role: 'client_admin' })
  await muster.call(admin).organisations.addPerson({ organisationId, userId: clientAdmin.id })
})

const queryRows = async (text: string, ...values: unknown[]) =>
  (await muster.db.pool.query(text, values)).rows

let zoneId: string
let zoneRequestId: string
beforeEach(async () => {
  const zone = await muster.call(clientAdmin).zones.create(createForm(`Zone ${uuidV7()}`))
  zoneId = zone.id
  const [request] = await queryRows('select id from zone_requests where zone_id = $1', zoneId)
  zoneRequestId = request.id
})

const createForm = (name: string) => ({ requestId: uuidV7(), name, maxCapacity: null, shape: testBox })
const decide = (decision: 'approved' | 'returned' | 'refused', note = 'Because', by: TestUser = admin) =>
  muster.call(by).zoneRequests.decide({ zoneRequestId, decision, note })
const readStatus = async () => (await muster.call(clientAdmin).zoneRequests.get({ zoneRequestId })).status
const listAlerts = async (user: TestUser) =>
  (
    await queryRows(
      `select title from user_alerts where user_id = $1 and metadata ->> 'zoneRequestId' = $2 order by created_at, id`,
      user.id,
      zoneRequestId,
    )
  ).map(row => row.title.split(':')[0])

describe('if an organisation requires approval', () => {
  it('every way of creating a zone makes a pending one with a request', async () => {
    await muster.call(clientAdmin).zones.create({ ...createForm('Drawn'), note: 'As on the plan' })
    const { results } = await muster
      .call(clientAdmin)
      .zones.createMany({ zones: [createForm('Of a file')], note: 'All of the site' })
    expect(results).toMatchObject([{ pending: true, problems: [] }])
    const submission = {
      requestId: uuidV7(),
      name: 'Around here',
      center: insideTestBox,
      note: 'For the new gate',
    }
    const zoneRequest = await muster.call(clientAdmin).zoneRequests.submit(submission)
    // A repetition after a lost response returns the same request.
    expect(await muster.call(clientAdmin).zoneRequests.submit(submission)).toEqual(zoneRequest)
    const { rows } = await muster.call(clientAdmin).zoneRequests.list({})
    expect(rows[0]).toEqual(zoneRequest)
    expect(rows.slice(0, 3).map(({ name, status, note }) => [name, status, note])).toEqual([
      ['Around here', 'pending', 'For the new gate'],
      ['Of a file', 'pending', 'All of the site'],
      ['Drawn', 'pending', 'As on the plan'],
    ])
    // An internal admin opens zones without a request.
    expect((await muster.call(admin).zones.create(createForm('Opened'))).status).toBe('active')
  })

  it('only the requester can enter the pending zone, to view and edit it', async () => {
    const worker = await muster.make.user()
    await muster.make.assign(worker, { id: zoneId, name: '' })
    expect(await readCode(muster.call(worker).zones.get({ zoneId }))).toBe('ZONE_NOT_FOUND')
    const call = muster.call(clientAdmin)
    expect((await call.zones.get({ zoneId })).status).toBe('pending')
    expect((await call.zones.update({ zoneId, name: 'Better name', maxCapacity: 4 })).name).toBe(
      'Better name',
    )
    expect((await call.zones.mine()).zones.map(({ id }) => id)).not.toContain(zoneId)
    const { userCode } = await muster.make.user()
    expect(await readCode(call.users.addByCode({ zoneId, userCode, role: 'app_user' }))).toBe(
      'ADD_USER_FORBIDDEN',
    )
    expect(await readCode(call.zones.enter({ zoneId, pin: '1234' }))).toBe('ZONE_NOT_FOUND')
  })

  it('a client admin of a pending zone does not manage its organisation', async () => {
    const outsider = await muster.make.user({ role: 'client_admin' })
    const zone = await muster.call(outsider).zones.create(createForm('Of nobody'))
    expect(zone.status).toBe('pending')
    const { organisations } = await muster.call(outsider).organisations.mine()
    expect(organisations.map(({ manages }) => manages)).toEqual([false])
  })
})

describe('a request', () => {
  it('becomes an active zone of its author on approval, and everybody concerned is notified', async () => {
    expect(await listAlerts(admin)).toEqual(['Zone request'])
    expect(await listAlerts(otherAdmin)).toEqual(['Zone request'])
    await decide('approved', '')
    expect((await muster.call(clientAdmin).zones.mine()).zones.map(({ id }) => id)).toContain(zoneId)
    expect(await listAlerts(clientAdmin)).toEqual(['Zone approved'])
    const events = await queryRows(
      `select topic, payload ->> 'status' as status from feed_events
       where kind = 'zone_request.changed' and payload ->> 'zoneRequestId' = $1 order by seq`,
      zoneRequestId,
    )
    expect(events).toEqual(
      ['pending', 'approved'].flatMap(status => [
        { topic: 'admin', status },
        { topic: `user:${clientAdmin.id}`, status },
      ]),
    )
    expect(
      await queryRows(
        `select actor_id from security_events where event_type = 'zone_request_decided' and metadata ->> 'zoneRequestId' = $1`,
        zoneRequestId,
      ),
    ).toEqual([{ actor_id: admin.id }])
  })

  it('can be edited and resubmitted under a new name when it is returned', async () => {
    await decide('returned', 'Which gate?')
    expect(await muster.call(clientAdmin).zoneRequests.get({ zoneRequestId })).toMatchObject({
      status: 'returned',
      decisionNote: 'Which gate?',
      zone: { id: zoneId, status: 'pending' },
    })
    expect(await readCode(decide('approved'))).toBe('ZONE_REQUEST_DECIDED')
    await muster.call(clientAdmin).zones.update({ zoneId, name: 'North gate', maxCapacity: null })
    const resubmitted = await muster
      .call(clientAdmin)
      .zoneRequests.resubmit({ zoneRequestId, note: 'The north one' })
    expect(resubmitted).toMatchObject({
      status: 'pending',
      name: 'North gate',
      note: 'The north one',
      decisionNote: '',
    })
    expect(await readCode(muster.call(clientAdmin).zoneRequests.resubmit({ zoneRequestId }))).toBe(
      'ZONE_REQUEST_DECIDED',
    )
    await decide('approved', '')
    expect(await listAlerts(admin)).toEqual(['Zone request', 'Zone request'])
    expect(await listAlerts(clientAdmin)).toEqual(['Zone request returned', 'Zone approved'])
  })

  it('keeps its reason when it is refused, and its zone is deleted', async () => {
    await decide('refused', 'Too close to the road')
    expect(await muster.call(clientAdmin).zoneRequests.get({ zoneRequestId })).toMatchObject({
      status: 'refused',
      decisionNote: 'Too close to the road',
      zoneId: null,
      zone: null,
    })
    expect(await queryRows('select from zones where id = $1', zoneId)).toEqual([])
    expect(await listAlerts(clientAdmin)).toEqual(['Zone request rejected'])
  })

  it('can be withdrawn with its zone', async () => {
    await muster.call(clientAdmin).zoneRequests.withdraw({ zoneRequestId })
    expect(await readStatus()).toBe('withdrawn')
    expect(await queryRows('select from zones where id = $1', zoneId)).toEqual([])
    expect(await readCode(decide('approved'))).toBe('ZONE_REQUEST_DECIDED')
  })

  it('is decided only once, however many people decide at the same time', async () => {
    const codes = await Promise.all([
      readCode(decide('approved', '', admin)),
      readCode(decide('refused', 'No', otherAdmin)),
      readCode(decide('returned', 'How?', admin)),
    ])
    expect(codes.filter(code => code === undefined)).toHaveLength(1)
    expect(codes.filter(code => code === 'ZONE_REQUEST_DECIDED')).toHaveLength(2)
  })

  it('requires a reason if it is not approved', async () => {
    expect(await readCode(decide('refused', ''))).toBe('BAD_REQUEST')
  })

  it('is decided when an admin opens, suspends or deletes the zone directly', async () => {
    const setStatus = (status: 'active' | 'suspended') =>
      muster.call(admin).zones.setStatus({ zoneId, status })
    expect(await readCode(setStatus('suspended'))).toBe('ZONE_REQUEST_OPEN')
    await setStatus('active')
    expect(await readStatus()).toBe('approved')
    expect(await listAlerts(clientAdmin)).toEqual(['Zone approved'])
  })

  it('ends with the deletion of its zone', async () => {
    await muster.call(admin).zones.remove({ zoneId })
    expect(await muster.call(clientAdmin).zoneRequests.get({ zoneRequestId })).toMatchObject({
      status: 'refused',
      decisionNote: 'The zone was deleted.',
    })
  })
})

describe('a request that outlives its author or its name', () => {
  it("is shown and decided under the zone's current name, even if the zone is opened directly", async () => {
    await muster.call(clientAdmin).zones.update({ zoneId, name: 'Renamed since', maxCapacity: null })
    expect((await muster.call(admin).zoneRequests.get({ zoneRequestId })).name).toBe('Renamed since')
    await muster.call(admin).zones.setStatus({ zoneId, status: 'active' })
    expect(
      await queryRows(
        'select title from user_alerts where user_id = $1 and metadata ->> $2 = $3',
        clientAdmin.id,
        'zoneRequestId',
        zoneRequestId,
      ),
    ).toEqual([{ title: 'Zone approved: Renamed since' }])
    expect(
      await queryRows(
        `select actor_id, affected_user_id from security_events
         where event_type = 'zone_request_decided' and metadata ->> 'zoneRequestId' = $1`,
        zoneRequestId,
      ),
    ).toEqual([{ actor_id: admin.id, affected_user_id: clientAdmin.id }])
  })

  it('can be withdrawn by its author even if they may not request another', async () => {
    await muster.db.pool.query(`update user_profiles set role = 'app_user' where id = $1`, [clientAdmin.id])
    expect((await muster.call(clientAdmin).zoneRequests.withdraw({ zoneRequestId })).status).toBe('withdrawn')
    await muster.db.pool.query(`update user_profiles set role = 'client_admin' where id = $1`, [
      clientAdmin.id,
    ])
  })

  it('is out of reach for a client admin removed from the organisation, and can be decided although it was returned', async () => {
    await decide('returned', 'Which gate?')
    await muster.db.pool.query(
      'delete from client_members where user_id = $1 and client_id = (select client_id from zone_requests where id = $2)',
      [clientAdmin.id, zoneRequestId],
    )
    const { withdraw, resubmit, get } = muster.call(clientAdmin).zoneRequests
    for (const attempt of [
      () => withdraw({ zoneRequestId }),
      () => resubmit({ zoneRequestId, note: '' }),
      () => get({ zoneRequestId }),
    ])
      expect(await readCode(attempt())).toBe('ZONE_REQUEST_NOT_FOUND')
    expect(await queryRows('select from zones where id = $1', zoneId)).toHaveLength(1)
    await decide('refused', 'They are gone')
    expect(await queryRows('select status from zone_requests where id = $1', zoneRequestId)).toEqual([
      { status: 'refused' },
    ])
    await muster.db.pool.query(
      'insert into client_members (client_id, user_id) select client_id, $1 from zone_requests where id = $2',
      [clientAdmin.id, zoneRequestId],
    )
  })

  it("can be decided after its author's account was deleted, although it was returned", async () => {
    await decide('returned', 'Which gate?')
    await muster.db.pool.query('update zone_requests set requested_by = null where id = $1', [zoneRequestId])
    await decide('refused', 'Nobody is left to answer')
    expect(await queryRows('select from zones where id = $1', zoneId)).toEqual([])
  })
})
