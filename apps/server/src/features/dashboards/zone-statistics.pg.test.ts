import { expect, it } from 'vitest'
import { testServices } from '../../testing/test-services.ts'
import { readZoneStatistics } from './zone-statistics.queries.ts'

const muster = testServices()

async function createZoneWithStaff() {
  const { make, db } = muster
  const [zone, manager, worker] = [await make.zone(), await make.user(), await make.user({ role: 'worker' })]
  await make.assign(manager, zone, 'zone_manager_rw')
  await make.assign(worker, zone, 'worker')
  const addHazard = (status: string) =>
    db.pool.query(
      `insert into hazards (request_id, title, description, severity, zone_id, reported_by, status)
       values (gen_random_uuid(), 'Spill', 'By the gate', 'low', $1, $2, $3)`,
      [zone.id, manager.id, status],
    )
  const addBroadcast = (sentAt: string, zoneId: string | null = zone.id) =>
    db.pool.query(
      `insert into broadcasts (request_id, title, message, priority, sender_id, zone_id, state, sent_at)
       values (gen_random_uuid(), 'Storm', 'Come in.', 'normal', $1, $2, 'sent', ${sentAt})`,
      [manager.id, zoneId],
    )
  return { zone, manager, worker, hazard: addHazard, broadcast: addBroadcast }
}

it("a zone's figures count people inside, unresolved hazards, and broadcasts since midnight", async () => {
  const { zone, manager, worker, hazard, broadcast } = await createZoneWithStaff()
  for (const status of ['open', 'in_progress', 'resolved', 'closed']) await hazard(status)
  for (const sentAt of ['now()', `now() - interval '26 hours'`]) await broadcast(sentAt)
  await broadcast('now()', (await muster.make.zone()).id)
  await muster.db.pool.query(
    'update presence_tracking set is_inside_zone = true, entry_time = now(), captured_at = now() where zone_id = $1 and user_id = $2',
    [zone.id, worker.id],
  )
  const readFigures = (who: typeof manager) => muster.call(who).dashboards.zoneStatistics({ zoneId: zone.id })
  expect(await readFigures(manager)).toMatchObject({ inside: 1, unresolvedHazards: 2, broadcastsToday: 1 })
  // People without access to notifications and broadcasts get null instead of 0.
  expect(await readFigures(worker)).toMatchObject({
    inside: 1,
    unresolvedHazards: null,
    broadcastsToday: null,
  })
})

it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'today begins at midnight in the time zone: %s',
  async timeZone => {
    const { zone, manager, broadcast } = await createZoneWithStaff()
    const midnight = `(date_trunc('day', now() at time zone '${timeZone}') at time zone '${timeZone}')`
    await broadcast(midnight)
    await broadcast(`${midnight} - interval '1 second'`)
    const actor = { userId: manager.id, sessionId: manager.sessionId }
    const row = await muster.db.asActor(actor, tx => readZoneStatistics(tx, zone.id, timeZone))
    expect(row?.broadcasts).toBe(1)
    const { rows } = await muster.db.pool.query(`select ${midnight} as since`)
    expect(row?.since).toEqual(rows[0].since)
  },
)
