import { v7 as uuidV7 } from 'uuid'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insideTestBox, type TestUser, testBox } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'

const muster = testServices()
let admin: TestUser
let superAdmin: TestUser
let clientAdmin: TestUser

beforeAll(async () => {
  admin = await muster.make.user({ role: 'admin' })
  superAdmin = await muster.make.user({ role: 'super_admin', firstName: 'Olga' })
  await muster.make.user({ role: 'admin', status: 'suspended' })
  const { id: organisationId } = await muster.call(admin).organisations.onboard({
    requestId: uuidV7(),
    name: 'Asks first',
    zonesNeedApproval: true,
  })
  clientAdmin = await muster.make.user({ role: 'client_admin', firstName: 'Cleo' })
  await muster.call(admin).organisations.addPerson({ organisationId, userId: clientAdmin.id })
})

const readRows = async (text: string, ...values: unknown[]) => (await muster.db.pool.query(text, values)).rows

/** Returns and deletes everybody's alerts about zone requests, grouped by person, each person's oldest first. */
async function takeNewAlerts() {
  const rows = await readRows(
    `delete from user_alerts where metadata ? 'zoneRequestId'
     returning id, user_id, type, zone_id, title, description, metadata, source`,
  )
  return rows
    .toSorted((a, b) => (a.user_id + a.id < b.user_id + b.id ? -1 : 1))
    .map(({ id: _, ...row }) => row)
}

let zoneRequestId: string
const createAlertTo = ({ id }: TestUser, title: string, description: string) => ({
  user_id: id,
  type: 'system',
  zone_id: null,
  title,
  description,
  metadata: { zoneRequestId },
  source: expect.stringMatching(new RegExp(`^zone_request:${zoneRequestId}:.+`)),
})
const createDeciderAlerts = (title: string, description: string) =>
  [admin, superAdmin]
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(user => createAlertTo(user, title, description))

async function requestZone(actor: TestUser, note?: string): Promise<string> {
  const form = { requestId: uuidV7(), name: 'North gate', maxCapacity: null, shape: testBox }
  const zone = await muster.call(actor).zones.create({ ...form, ...(note && { note }) })
  const [row] = await readRows('select id from zone_requests where zone_id = $1', zone.id)
  zoneRequestId = row.id
  return zone.id
}
const decideRequest = (decision: 'approved' | 'returned' | 'refused', note = '', actor = admin) =>
  muster.call(actor).zoneRequests.decide({ zoneRequestId, decision, note })

describe('the people who decide', () => {
  it.each([
    [undefined, 'Cleo Test requested this zone.'],
    ['For the new gate', 'Cleo Test requested this zone.\nFor the new gate'],
  ])('are alerted to a new zone that needs approval, with its note (%s)', async (note, text) => {
    await requestZone(clientAdmin, note)
    expect(await takeNewAlerts()).toEqual(createDeciderAlerts('Zone request: North gate', text))
  })

  it('are alerted to a zone imported from a file, and to one requested around a position', async () => {
    const form = { requestId: uuidV7(), name: 'Filed', maxCapacity: null, shape: testBox }
    await muster.call(clientAdmin).zones.createMany({ zones: [form], note: 'All of them' })
    const [row] = await readRows(`select id from zone_requests where name = 'Filed'`)
    zoneRequestId = row.id
    expect(await takeNewAlerts()).toEqual(
      createDeciderAlerts('Zone request: Filed', 'Cleo Test requested this zone.\nAll of them'),
    )
    const zoneInput = { requestId: uuidV7(), name: 'Around', center: insideTestBox }
    zoneRequestId = (await muster.call(clientAdmin).zoneRequests.submit(zoneInput)).id
    await muster.call(clientAdmin).zoneRequests.submit(zoneInput)
    expect(await takeNewAlerts()).toEqual(
      createDeciderAlerts('Zone request: Around', 'Cleo Test requested this zone.'),
    )
  })

  it('are alerted to a resubmitted request, with the current name of the zone', async () => {
    const zoneId = await requestZone(clientAdmin)
    await decideRequest('returned', 'Which gate?')
    await takeNewAlerts()
    await muster.call(clientAdmin).zones.update({ zoneId, name: 'South gate', maxCapacity: null })
    await muster.call(clientAdmin).zoneRequests.resubmit({ zoneRequestId, note: 'The south one' })
    expect(await takeNewAlerts()).toEqual(
      createDeciderAlerts('Zone request: South gate', 'Cleo Test sent this request again.\nThe south one'),
    )
  })

  it('are not alerted to their own request', async () => {
    const zoneInput = { requestId: uuidV7(), name: 'Own', center: insideTestBox }
    zoneRequestId = (await muster.call(superAdmin).zoneRequests.submit(zoneInput)).id
    const [alert] = createDeciderAlerts('Zone request: Own', 'Olga Test requested this zone.')
    expect(await takeNewAlerts()).toEqual([{ ...alert, user_id: admin.id }])
    await decideRequest('approved', '', superAdmin)
    expect(await takeNewAlerts()).toEqual([])
  })
})

describe('the requester', () => {
  let zoneId: string
  beforeEach(async () => {
    zoneId = await requestZone(clientAdmin)
    await takeNewAlerts()
  })

  it.each([
    ['approved', '', 'Zone approved: North gate', 'The zone is now active.'],
    ['approved', 'Mind the road', 'Zone approved: North gate', 'Mind the road'],
    ['returned', 'Which gate?', 'Zone request returned: North gate', 'Which gate?'],
    ['refused', 'Too close', 'Zone request rejected: North gate', 'Too close'],
  ] as const)('is alerted when the request is %s with the note "%s"', async (decision, note, title, text) => {
    await decideRequest(decision, note)
    expect(await takeNewAlerts()).toEqual([createAlertTo(clientAdmin, title, text)])
  })

  it('is alerted when somebody opens the zone directly, with its current name', async () => {
    await muster.call(clientAdmin).zones.update({ zoneId, name: 'Renamed', maxCapacity: null })
    await muster.call(admin).zones.setStatus({ zoneId, status: 'active' })
    expect(await takeNewAlerts()).toEqual([
      createAlertTo(clientAdmin, 'Zone approved: Renamed', 'The zone is now active.'),
    ])
  })

  it.each(['pending', 'returned'])(
    'is alerted when somebody deletes the zone of a %s request',
    async status => {
      if (status === 'returned') await decideRequest('returned', 'Which gate?')
      await takeNewAlerts()
      await muster.call(admin).zones.remove({ zoneId })
      expect(await takeNewAlerts()).toEqual([
        createAlertTo(clientAdmin, 'Zone request rejected: North gate', 'The zone was deleted.'),
      ])
    },
  )

  it('is not alerted when they withdraw the request, nor after their account is deleted', async () => {
    await muster.call(clientAdmin).zoneRequests.withdraw({ zoneRequestId })
    await requestZone(clientAdmin)
    await takeNewAlerts()
    await muster.db.pool.query('update zone_requests set requested_by = null where id = $1', [zoneRequestId])
    await decideRequest('refused', 'Nobody is left')
    expect(await takeNewAlerts()).toEqual([])
  })
})
