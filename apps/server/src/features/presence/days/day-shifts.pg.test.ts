import { beforeEach, expect, it } from 'vitest'
import { testServices } from '../../../testing/test-services.ts'
import { testWorld } from '../../../testing/test-world.ts'

const muster = testServices({ env: { TIME_ZONE: 'Asia/Kolkata' } })
const { zone, manager, worker } = testWorld(muster, { manager: 'zone_manager_rw', worker: 'app_user' })

beforeEach(async () => {
  // Planned shifts count from the day on which the person became a member.
  await muster.db.pool.query(
    `update zone_assignments set assigned_at = '2020-01-01', accepted_at = '2020-01-01' where zone_id = $1`,
    [zone.id],
  )
})

/** Yesterday on the clocks of the zone, whose midnight is 18:30 UTC. */
const indianDay = new Date(Date.now() + 5.5 * 3_600_000 - 86_400_000).toISOString().slice(0, 10)
const at = (clock: string, day = indianDay) => new Date(`${day}T${clock}+05:30`).toISOString()
const nextDay = (days: number) =>
  new Date(Date.parse(`${indianDay}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const span = { from: at('00:00'), to: at('00:00', nextDay(1)) }
const plan = (name: string, starts: string, ends: string, isoDays = [1, 2, 3, 4, 5, 6, 7]) =>
  muster.call(manager).shifts.createPlan({
    zoneId: zone.id,
    requestId: crypto.randomUUID(),
    ...{ name, starts, ends, days: isoDays, groupId: null },
    ...{ graceMinutes: 0, validFrom: '2026-01-01', validUntil: null },
  })
const readZoneShifts = async () =>
  (await muster.call(manager).presence.zoneDay({ zoneId: zone.id, ...span })).shifts
const readOwnShifts = async () =>
  (await muster.call(worker).presence.myDay({ zoneId: zone.id, ...span })).shifts

it('lists a night shift over midnight on both days, by the clock of the zone, each time once', async () => {
  await plan('Night', '22:00', '06:00')
  await plan('Night of another team', '22:00', '06:00')
  const nights = [
    { from: at('22:00', nextDay(-1)), to: at('06:00') },
    { from: at('22:00'), to: at('06:00', nextDay(1)) },
  ]
  expect(await readZoneShifts()).toEqual(nights)
  expect(await readOwnShifts()).toEqual(nights)
})

it('lists no shift on a day off, on a holiday or without a plan', async () => {
  expect([await readZoneShifts(), await readOwnShifts()]).toEqual([[], []])
  const isoWeekday = new Date(`${indianDay}T00:00Z`).getUTCDay() || 7
  await plan('Day', '08:00', '17:00', [(isoWeekday % 7) + 1])
  expect([await readZoneShifts(), await readOwnShifts()]).toEqual([[], []])
  await plan('Every day', '09:00', '17:00')
  expect(await readOwnShifts()).toEqual([{ from: at('09:00'), to: at('17:00') }])
  await muster
    .call(manager)
    .shifts.addHolidays({ zoneId: zone.id, holidays: [{ day: indianDay, name: 'Diwali' }] })
  expect([await readZoneShifts(), await readOwnShifts()]).toEqual([[], []])
})
