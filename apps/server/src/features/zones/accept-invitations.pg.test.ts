import { expect, it } from 'vitest'
import { createCaller, readCode } from '../../testing/caller.ts'
import { testDatabase } from '../../testing/test-world.ts'
import { createZonesDeps } from './testing/zones-deps.ts'
import { zonesProcedures } from './zones.procedures.ts'

const { db, make } = testDatabase()

const call = () => createCaller({ zones: zonesProcedures(createZonesDeps(db)) }, db)

/** Creates a person with the PIN 2468 who is invited to three zones, and a fourth zone without an invitation. */
async function createScene() {
  const [admin, guest] = await Promise.all([make.user({ role: 'admin' }), make.user({ pinHash: '2468' })])
  const zones = await Promise.all(Array.from({ length: 4 }, () => make.zone()))
  for (const zone of zones.slice(0, 3)) await make.invite(guest, zone, admin)
  return { admin, guest, ids: zones.map(it => it.id) }
}

const readAccepted = async (userId: string) => {
  const { rows } = await db.pool.query<{ zone_id: string }>(
    'select zone_id from zone_assignments where user_id = $1 and accepted_at is not null',
    [userId],
  )
  return rows.map(it => it.zone_id).toSorted()
}

it('several invitations are accepted and entered with one PIN, and what is gone is said for each zone', async () => {
  const { guest, ids } = await createScene()
  const [first = '', second = '', suspended = '', stranger = ''] = ids
  await db.pool.query(`update zones set status = 'suspended' where id = $1`, [suspended])
  const { results } = await call()(guest).zones.acceptInvitations({ zoneIds: [...ids, first], pin: '2468' })
  expect(results.map(({ zoneId, outcome }) => [zoneId, outcome])).toEqual([
    [first, 'accepted'],
    [second, 'accepted'],
    [suspended, 'gone'],
    [stranger, 'gone'],
  ])
  expect(results.map(it => it.entryExpiresAt !== null)).toEqual([true, true, false, false])
  expect(await readAccepted(guest.id)).toEqual([first, second].toSorted())
  // A repeated call has nothing left to accept.
  const again = await call()(guest).zones.acceptInvitations({ zoneIds: [first], pin: '2468' })
  expect(again.results).toEqual([{ zoneId: first, outcome: 'gone', entryExpiresAt: null }])
})

it('a wrong PIN accepts none and counts as one attempt; a malformed one does not count', async () => {
  const { guest, ids } = await createScene()
  const accept = (pin: string) => call()(guest).zones.acceptInvitations({ zoneIds: ids.slice(0, 3), pin })
  expect(await readCode(accept('12'))).toBe('PIN_INVALID')
  expect(await readCode(accept('1111'))).toBe('INVALID_PIN')
  const { rows } = await db.pool.query(
    'select cardinality(failures) as n from entry_pins where user_id = $1',
    [guest.id],
  )
  expect(rows).toEqual([{ n: 1 }])
  expect(await readAccepted(guest.id)).toEqual([])
})

it('a role without a PIN accepts with none, and opens no entry', async () => {
  const { admin, ids } = await createScene()
  const manager = await make.user({ role: 'client_admin' })
  const zoneId = ids[0] ?? ''
  await db.pool.query(
    `insert into zone_assignments (user_id, zone_id, assigned_by, role, accepted_at) values ($1, $2, $3, 'client_admin', null)`,
    [manager.id, zoneId, admin.id],
  )
  const { results } = await call()(manager).zones.acceptInvitations({ zoneIds: [zoneId], pin: '' })
  expect(results).toEqual([{ zoneId, outcome: 'accepted', entryExpiresAt: null }])
})

it('the neighbours of a position are listed with their shapes, nearest first, only to people who may see them', async () => {
  const box = (lat: number) => ({
    boundary: 'rectangle' as const,
    start: { lat, lng: 10 },
    end: { lat: lat + 0.001, lng: 10.001 },
  })
  const [far, near, other] = [
    await make.zone({ name: 'A far', shape: box(45.005) }),
    await make.zone({ name: 'Near', shape: box(45.001) }),
    await make.zone({ name: 'Beyond', shape: box(45.1) }),
  ]
  const [admin, member] = [await make.user({ role: 'admin' }), await make.user()]
  await make.assign(member, far)
  const list = async (viewer: typeof admin) => await call()(viewer).zones.near({ lat: 45, lng: 10 })
  const adminView = await list(admin)
  expect(adminView).toMatchObject({
    placeSearch: false,
    zones: [{ id: near.id, shape: box(45.001) }, { id: far.id }],
  })
  expect(adminView.zones.map(it => it.id)).not.toContain(other.id)
  expect((await list(member)).zones.map(it => it.name)).toEqual(['A far'])
  // A hundred nearer zones of others do not hide the member's own.
  for (let n = 0; n < 100; n++) await make.zone({ shape: box(45.001) })
  expect((await list(member)).zones.map(it => it.name)).toEqual(['A far'])
  expect((await list(admin)).zones).toHaveLength(100)
})
