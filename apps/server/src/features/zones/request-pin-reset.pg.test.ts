import { expect, it } from 'vitest'
import { createCaller, readCode } from '../../testing/caller.ts'
import { testDatabase } from '../../testing/test-world.ts'
import { createZonesDeps } from './testing/zones-deps.ts'
import { requestPinReset, zonesProcedures } from './zones.procedures.ts'

const { db, make } = testDatabase()

const createTestCaller = () => createCaller({ zones: zonesProcedures(createZonesDeps(db)) }, db)

/** Creates a member with a PIN and this many wrong attempts, the latest of them now. */
async function createMemberWithFailures(failures: number) {
  const [person, zone] = await Promise.all([make.user(), make.zone()])
  await make.assign(person, zone, 'app_user', false)
  const failureTimes = Array.from(
    { length: failures },
    (_, n) => new Date(Date.now() - (failures - 1 - n) * 1_000),
  )
  await db.pool.query(
    `insert into entry_pins (user_id, pin_hash, failures) values ($1, '2468', $2)
     on conflict (user_id) do update set pin_hash = '2468', failures = excluded.failures`,
    [person.id, failureTimes],
  )
  return { person, zone }
}
const listAlerts = async (userId: string) => {
  const { rows } = await db.pool.query<{ topic: string; payload: unknown }>(
    `select topic, payload from feed_events where kind = 'pin.reset_asked' and payload ->> 'userId' = $1`,
    [userId],
  )
  return rows
}

it('a person with a locked PIN sees when the lock ends, and requests a reset, which alerts the managers once in 15 minutes', async () => {
  const { person, zone } = await createMemberWithFailures(5)
  const { zones } = createTestCaller()(person)
  const pinBefore = await zones.myPin()
  expect(pinBefore).toMatchObject({ state: 'locked', resetAskedAt: null })
  expect(Date.parse(pinBefore.lockedUntil ?? '')).toBeGreaterThan(Date.now())
  const requests = await Promise.all([1, 2, 3].map(() => zones.askPinReset({ zoneId: zone.id })))
  expect(new Set(requests.map(({ askedAt }) => askedAt)).size).toBe(1)
  expect(await listAlerts(person.id)).toMatchObject([
    { topic: `zone:${zone.id}`, payload: { zoneId: zone.id } },
  ])
  expect((await zones.myPin()).resetAskedAt).toBe(requests[0]?.askedAt)
  const { rows } = await db.pool.query(
    `select count(*)::int as noted from security_events where event_type = 'zone_pin_reset_asked' and actor_id = $1`,
    [person.id],
  )
  expect(rows[0].noted).toBe(1)
})

it('the managers can be alerted again after 15 minutes if the PIN is still locked', async () => {
  const { person, zone } = await createMemberWithFailures(10)
  const requestReset = (now: number) =>
    db.asOwner('test', tx =>
      requestPinReset(tx, { userId: person.id, sessionId: person.sessionId } as never, zone.id, now),
    )
  const firstRequest = await requestReset(Date.now())
  expect(await requestReset(firstRequest.getTime() + 15 * 60_000 - 1)).toEqual(firstRequest)
  expect(await requestReset(firstRequest.getTime() + 15 * 60_000)).not.toEqual(firstRequest)
  expect(await listAlerts(person.id)).toHaveLength(2)
})

it('a reset cannot be requested for a PIN that is not locked', async () => {
  const { person, zone } = await createMemberWithFailures(4)
  expect(await createTestCaller()(person).zones.myPin()).toEqual({
    state: 'open',
    lockedUntil: null,
    resetAskedAt: null,
  })
  expect(await readCode(createTestCaller()(person).zones.askPinReset({ zoneId: zone.id }))).toBe(
    'PIN_NOT_LOCKED',
  )
  expect(await listAlerts(person.id)).toEqual([])
})

it('a person without a PIN sees that none is set', async () => {
  const { person, zone } = await createMemberWithFailures(5)
  await db.pool.query('delete from entry_pins where user_id = $1', [person.id])
  expect((await createTestCaller()(person).zones.myPin()).state).toBe('not_set')
  expect(await readCode(createTestCaller()(person).zones.askPinReset({ zoneId: zone.id }))).toBe(
    'PIN_NOT_SET',
  )
})
