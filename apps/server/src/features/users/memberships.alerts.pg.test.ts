import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestUser, type TestZone, testBox } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { testWorld } from '../../testing/test-world.ts'

const muster = testServices()
const { zone, ann } = testWorld(muster, { ann: {} }, { name: 'Yard' })
let superAdmin: TestUser

beforeAll(async () => {
  superAdmin = await muster.make.user({ role: 'super_admin' })
})

const readRows = async (text: string, ...values: unknown[]) => (await muster.db.pool.query(text, values)).rows

const readMembership = async ({ id }: { id: string }, zoneId = zone.id): Promise<string> =>
  (
    await readRows(
      'select assignment_id from zone_assignments where user_id = $1 and zone_id = $2',
      id,
      zoneId,
    )
  )[0]?.assignment_id

/** Returns and deletes the person's alerts about memberships, oldest first. */
async function takeAlerts({ id }: { id: string }) {
  const rows = await readRows(
    `delete from user_alerts where user_id = $1 and type = 'zone_assignment'
     returning id, title, description, zone_id, metadata, source`,
    id,
  )
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ id: _, ...alert }) => alert)
}

const createAddedAlert = (assignmentId: string, { id, name }: TestZone = zone) => ({
  title: `You were added to ${name}`,
  description: 'You can work in this zone once you’ve entered it.',
  zone_id: id,
  metadata: { membership: 'added' },
  source: `membership:insert:${assignmentId}`,
})
const createRemovedAlert = (
  assignmentId: string,
  { id, name }: { id: string | null; name: string } = zone,
) => ({
  title: `Removed from ${name}`,
  description: 'You no longer work in this zone.',
  zone_id: id,
  metadata: { membership: 'removed' },
  source: `membership:delete:${assignmentId}`,
})
const toAddedAlert = (assignmentId: string) => ({
  title: 'New role in Yard',
  description: 'What you can do in this zone has changed.',
  zone_id: zone.id,
  metadata: { membership: 'role_changed' },
  source: expect.stringMatching(new RegExp(`^membership:update:${assignmentId}:.+`)),
})

/** Makes the person a member and discards the alert about it. */
async function createMember(
  user: TestUser,
  role: 'app_user' | 'client_admin' | 'zone_manager_rw' = 'app_user',
) {
  await muster.make.assign(user, zone, role)
  await takeAlerts(user)
  return readMembership(user)
}

describe('a member', () => {
  it('is alerted once when an administrator assigns them', async () => {
    const assignAnn = () => muster.call(superAdmin).accounts.assign({ zoneId: zone.id, userId: ann.id })
    await assignAnn()
    expect(await takeAlerts(ann)).toEqual([createAddedAlert(await readMembership(ann))])
    await assignAnn()
    expect(await takeAlerts(ann)).toEqual([])
  })

  it('is alerted when somebody adds them by their code', async () => {
    const { userCode } = ann
    await muster.call(superAdmin).users.addByCode({ zoneId: zone.id, userCode, role: 'zone_manager_ro' })
    expect(await takeAlerts(ann)).toEqual([createAddedAlert(await readMembership(ann))])
    expect(await takeAlerts(superAdmin)).toEqual([])
  })

  it('is alerted to every change of their role', async () => {
    const assignmentId = await createMember(ann)
    await createMember(await muster.make.user(), 'zone_manager_rw')
    await muster
      .call(superAdmin)
      .users.changeRole({ zoneId: zone.id, userId: ann.id, role: 'zone_manager_ro' })
    await muster
      .call(superAdmin)
      .users.changeRole({ zoneId: zone.id, userId: ann.id, role: 'zone_manager_ro' })
    await muster.call(superAdmin).users.changeRole({ zoneId: zone.id, userId: ann.id, role: 'app_user' })
    expect(await takeAlerts(ann)).toEqual([toAddedAlert(assignmentId), toAddedAlert(assignmentId)])
  })

  it('is alerted when somebody unlinks them', async () => {
    const assignmentId = await createMember(ann)
    await muster.call(superAdmin).users.unlink({ zoneId: zone.id, userId: ann.id })
    expect(await takeAlerts(ann)).toEqual([createRemovedAlert(assignmentId)])
  })

  it('is alerted when the zone is deleted, and the alert outlives the zone', async () => {
    const assignmentId = await createMember(ann)
    const bob = await muster.make.user()
    const otherAssignmentId = await createMember(bob)
    await muster.call(superAdmin).zones.remove({ zoneId: zone.id })
    expect(await takeAlerts(ann)).toEqual([createRemovedAlert(assignmentId, { id: null, name: 'Yard' })])
    expect(await takeAlerts(bob)).toEqual([createRemovedAlert(otherAssignmentId, { id: null, name: 'Yard' })])
  })

  it('is not alerted when they decline an invitation', async () => {
    await muster.make.invite(ann, zone, superAdmin)
    await takeAlerts(ann)
    await muster.call(ann).users.declineInvitation({ zoneId: zone.id })
    expect(await takeAlerts(ann)).toEqual([])
  })

  it('is not alerted when they leave a zone that was never opened', async () => {
    const clientAdmin = await muster.make.user({ role: 'client_admin' })
    await createMember(clientAdmin, 'client_admin')
    await createMember(ann)
    await muster.db.pool.query(`update zones set status = 'pending' where id = $1`, [zone.id])
    await muster.call(superAdmin).users.unlink({ zoneId: zone.id, userId: ann.id })
    expect(await takeAlerts(ann)).toEqual([])
    await muster.call(superAdmin).zones.remove({ zoneId: zone.id })
    expect(await takeAlerts(clientAdmin)).toEqual([])
  })

  it('is not alerted when their account is deleted', async () => {
    const assignmentId = await createMember(ann)
    await muster.call(superAdmin).accounts.remove({ userId: ann.id })
    expect(await readRows(`select from user_alerts where source like '%:' || $1`, assignmentId)).toEqual([])
  })
})

describe('a client admin of one of several organisations', () => {
  let organisationId: string
  let clientAdmin: TestUser
  let clientZone: TestZone
  beforeEach(async () => {
    organisationId = await createOrganisation({})
    clientZone = await createZone(superAdmin, 'Hall')
    clientAdmin = await createClientAdmin()
    await takeAlerts(clientAdmin)
  })

  const createOrganisation = async (options: { zonesNeedApproval?: boolean }) =>
    (
      await muster
        .call(superAdmin)
        .organisations.onboard({ requestId: randomUUID(), name: `Organisation ${randomUUID()}`, ...options })
    ).id
  const addPerson = (userId: string) =>
    muster.call(superAdmin).organisations.addPerson({ organisationId, userId })
  async function createClientAdmin() {
    const user = await muster.make.user({ role: 'client_admin' })
    await addPerson(user.id)
    return user
  }
  async function createZone(actor: TestUser, name: string): Promise<TestZone> {
    const form = { requestId: randomUUID(), name, maxCapacity: null, shape: testBox, organisationId }
    const { id } = await muster.call(actor).zones.create(form)
    return { id, name }
  }

  it('is alerted to all zones of the organisation when they join it', async () => {
    const secondZone = await createZone(superAdmin, 'Quay')
    const user = await muster.make.user({ role: 'client_admin' })
    await addPerson(user.id)
    expect((await takeAlerts(user)).toSorted((a, b) => (a.title < b.title ? -1 : 1))).toEqual([
      createAddedAlert(await readMembership(user, clientZone.id), clientZone),
      createAddedAlert(await readMembership(user, secondZone.id), secondZone),
    ])
    await addPerson(user.id)
    expect(await takeAlerts(user)).toEqual([])
  })

  it('is alerted to all zones of the organisation when their account is created in it', async () => {
    const { id } = await muster.call(superAdmin).accounts.create({
      email: `${randomUUID()}@test.example`,
      firstName: 'New',
      lastName: 'Client',
      role: 'client_admin',
      organisationId,
    })
    expect(await takeAlerts({ id })).toEqual([
      createAddedAlert(await readMembership({ id }, clientZone.id), clientZone),
    ])
  })

  it('is alerted to all zones of the organisation when their account gets this role', async () => {
    await addPerson(ann.id)
    await muster.call(superAdmin).accounts.update({ userId: ann.id, role: 'client_admin' })
    expect(await takeAlerts(ann)).toEqual([
      createAddedAlert(await readMembership(ann, clientZone.id), clientZone),
    ])
    await muster.call(superAdmin).accounts.update({ userId: ann.id, firstName: 'Other' })
    expect(await takeAlerts(ann)).toEqual([])
  })

  it('is alerted to a zone that somebody else creates', async () => {
    const secondAdmin = await createClientAdmin()
    await takeAlerts(secondAdmin)
    const createdZone = await createZone(clientAdmin, 'Made by a client admin')
    expect(await takeAlerts(clientAdmin)).toEqual([])
    expect(await takeAlerts(secondAdmin)).toEqual([
      createAddedAlert(await readMembership(secondAdmin, createdZone.id), createdZone),
    ])
    const { results } = await muster.call(superAdmin).zones.createMany({
      organisationId,
      zones: [{ requestId: randomUUID(), name: 'From a file', maxCapacity: null, shape: testBox }],
    })
    const importedZone = { id: results[0]?.zoneId ?? '', name: 'From a file' }
    for (const user of [clientAdmin, secondAdmin])
      expect(await takeAlerts(user)).toEqual([
        createAddedAlert(await readMembership(user, importedZone.id), importedZone),
      ])
  })

  it.each(['approved', 'opened'])(
    'is alerted to a zone of another client admin that is %s',
    async transition => {
      organisationId = await createOrganisation({ zonesNeedApproval: true })
      const [requester, otherAdmin] = [await createClientAdmin(), await createClientAdmin()]
      const requestedZone = await createZone(requester, 'Asked for')
      expect(await takeAlerts(otherAdmin)).toEqual([])
      if (transition === 'opened')
        await muster.call(superAdmin).zones.setStatus({ zoneId: requestedZone.id, status: 'active' })
      else {
        const [{ id: zoneRequestId }] = await readRows(
          'select id from zone_requests where zone_id = $1',
          requestedZone.id,
        )
        await muster.call(superAdmin).zoneRequests.decide({ zoneRequestId, decision: 'approved', note: '' })
      }
      expect(await takeAlerts(otherAdmin)).toEqual([
        createAddedAlert(await readMembership(otherAdmin, requestedZone.id), requestedZone),
      ])
      expect(await takeAlerts(requester)).toEqual([])
    },
  )

  it('is alerted to a zone that moves into the organisation or out of it', async () => {
    const membershipBefore = await readMembership(clientAdmin, clientZone.id)
    const previousAdmin = clientAdmin
    organisationId = await createOrganisation({})
    const newAdmin = await createClientAdmin()
    const worker = await muster.make.user()
    await muster.make.assign(worker, clientZone)
    await takeAlerts(worker)
    await muster.call(superAdmin).organisations.moveZone({ organisationId, zoneId: clientZone.id })
    expect(await takeAlerts(previousAdmin)).toEqual([createRemovedAlert(membershipBefore, clientZone)])
    expect(await takeAlerts(newAdmin)).toEqual([
      createAddedAlert(await readMembership(newAdmin, clientZone.id), clientZone),
    ])
    expect(await takeAlerts(worker)).toEqual([])
  })

  it('is alerted to the zones they lose with the organisation', async () => {
    const membershipBefore = await readMembership(clientAdmin, clientZone.id)
    await muster.call(superAdmin).organisations.removePerson({ organisationId, userId: clientAdmin.id })
    expect(await takeAlerts(clientAdmin)).toEqual([createRemovedAlert(membershipBefore, clientZone)])
  })
})
