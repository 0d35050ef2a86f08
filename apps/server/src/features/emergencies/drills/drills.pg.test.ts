import { addMonths } from '@muster/domain/drill-calendar.ts'
import { addDays, toLocalTime } from '@muster/domain/local-time.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { write } from '../../../live/write.ts'
import { readCode } from '../../../testing/caller.ts'
import type { TestUser } from '../../../testing/factories.ts'
import { testServices } from '../../../testing/test-services.ts'
import { testWorld } from '../../../testing/test-world.ts'
import { endForgottenDrills } from '../end-emergency.ts'
import { announceDrills } from './announce-drills.ts'
import { renewTimeZones } from './set-drill-calendar.ts'

const muster = testServices()
const { zone, manager, viewer, worker } = testWorld(muster, {
  manager: 'zone_manager_rw',
  viewer: 'zone_manager_ro',
  worker: 'app_user',
})

beforeEach(async () => {
  await muster.db.pool.query('delete from drill_calendars')
  await muster.db.pool.query('delete from emergencies')
})

const setDrill = (everyMonths: number, who = manager) =>
  muster.call(who).emergencyPlans.setDrill({ zoneId: zone.id, everyMonths })
const readDrill = async () => (await muster.call(viewer).emergencyPlans.drill({ zoneId: zone.id })).drill
const startDrill = async (zoneId: string | null = zone.id, who = manager) =>
  muster.call(who).emergencies.declare({
    zoneId,
    kind: 'evacuate',
    drill: true,
    requestId: crypto.randomUUID(),
  })
const today = () => toLocalTime(Date.now(), 'UTC').day
const setDueIn = (days: number) =>
  muster.db.pool.query(`update drill_calendars set time_zone = 'UTC', due_on = $2 where zone_id = $1`, [
    zone.id,
    addDays(today(), days),
  ])
const warn = vi.fn()
const announce = () => announceDrills({ db: muster.db, log: { warn } })
const listTitles = async (who: TestUser) => (await muster.call(who).alerts.list({})).rows.map(it => it.title)

describe('the calendar of drills', () => {
  it('is set by those who may declare one, and moves with each finished drill', async () => {
    expect(await readCode(setDrill(6, viewer))).toBe('FORBIDDEN')
    expect(await readCode(setDrill(25))).toBe('BAD_REQUEST')
    expect((await setDrill(6)).drill).toMatchObject({ everyMonths: 6, lastDrillAt: null, standing: 'later' })
    await setDueIn(-3)
    expect((await readDrill())?.standing).toBe('overdue')
    const { emergencyId } = await startDrill()
    await muster.call(manager).emergencies.allClear({ emergencyId })
    expect(await readDrill()).toMatchObject({ dueOn: addMonths(today(), 6), standing: 'later' })
    expect((await setDrill(1)).drill?.dueOn).toBe(addMonths(today(), 1))
    expect((await setDrill(0)).drill).toBeNull()
  })

  it('does not count an emergency, nor a drill that nobody ended', async () => {
    await setDrill(6)
    await setDueIn(-3)
    const { emergencyId } = await muster.call(manager).emergencies.declare({
      zoneId: zone.id,
      kind: 'evacuate',
      drill: false,
      requestId: crypto.randomUUID(),
    })
    await muster.call(manager).emergencies.allClear({ emergencyId })
    const drill = await startDrill()
    await muster.db.pool.query(
      `update emergencies set declared_at = now() - interval '25 hours' where id = $1`,
      [drill.emergencyId],
    )
    await muster.db.asOwner('test', tx => write(tx, endForgottenDrills))
    expect((await readDrill())?.standing).toBe('overdue')
    expect((await setDrill(3)).drill?.lastDrillAt).toBeNull()
  })

  it('does not count a drill whose manager says so, and the report tells it', async () => {
    await setDrill(6)
    await setDueIn(-3)
    const { emergencyId } = await startDrill()
    await muster.call(manager).emergencies.allClear({ emergencyId, countsAsDrill: false })
    expect(await readDrill()).toMatchObject({ lastDrillAt: null, standing: 'overdue' })
    expect((await setDrill(3)).drill?.lastDrillAt).toBeNull()
    const report = await muster.call(manager).emergencies.report({ emergencyId })
    expect(report.countsAsDrill).toBe(false)
  })

  it('counts a drill for all zones', async () => {
    await setDrill(6)
    await setDueIn(-3)
    const admin = await muster.make.user({ role: 'super_admin' })
    const { emergencyId } = await startDrill(null, admin)
    await muster.call(admin).emergencies.allClear({ emergencyId })
    expect((await readDrill())?.dueOn).toBe(addMonths(today(), 6))
  })

  it('follows the time zone of the organisation', async () => {
    await setDrill(6)
    await muster.db.pool.query(
      `update drill_calendars set time_zone = 'Pacific/Kiritimati', since = '2026-05-31T12:00Z', due_on = '2026-12-01' where zone_id = $1`,
      [zone.id],
    )
    await renewTimeZones({ db: muster.db, log: { warn } }, 'UTC')
    expect((await readDrill())?.dueOn).toBe('2026-11-30')
  })

  it('announces a drill once when it is due and once when it is overdue, to those who may declare it', async () => {
    await setDrill(6)
    await setDueIn(15)
    await announce()
    expect(await listTitles(manager)).toEqual([])
    await setDueIn(14)
    await announce()
    await announce()
    expect(await listTitles(manager)).toEqual([`Drill due in ${zone.name}`])
    await muster.db.pool.query(
      `update drill_calendars set due_on = current_date - 1, announced_due_on = current_date - 1 where zone_id = $1`,
      [zone.id],
    )
    await announce()
    await announce()
    expect(await listTitles(manager)).toEqual([`Drill overdue in ${zone.name}`, `Drill due in ${zone.name}`])
    expect([await listTitles(viewer), await listTitles(worker)]).toEqual([[], []])
  })

  it('follows its time zone and is announced although the calendar of another zone has a wrong one', async () => {
    warn.mockClear()
    const broken = await muster.make.zone()
    await muster.make.assign(manager, broken, 'zone_manager_rw')
    await muster.call(manager).emergencyPlans.setDrill({ zoneId: broken.id, everyMonths: 6 })
    await setDrill(6)
    await setDueIn(-3)
    await muster.db.pool.query(
      `update drill_calendars set time_zone = 'Nowhere/Land', due_on = $2 where zone_id = $1`,
      [broken.id, addDays(today(), -4)],
    )
    await announce()
    expect(await listTitles(manager)).toEqual([`Drill overdue in ${zone.name}`])
    expect(warn.mock.calls.map(([facts]) => facts.id)).toEqual([broken.id])
    warn.mockClear()
    await muster.db.pool.query(`update drill_calendars set time_zone = 'Asia/Tokyo' where zone_id = $1`, [
      zone.id,
    ])
    await muster.db.pool.query(
      `update drill_calendars set time_zone = 'UTC', since = '-infinity' where zone_id = $1`,
      [broken.id],
    )
    await muster.db.pool.query(
      `update clients set time_zone = 'Europe/Oslo' where id = (select client_id from zones where id = $1)`,
      [broken.id],
    )
    await renewTimeZones({ db: muster.db, log: { warn } }, 'UTC')
    expect((await readDrill())?.dueOn).toBe(addMonths(toLocalTime(Date.now(), 'Europe/Oslo').day, 6))
    expect(warn.mock.calls.map(([facts]) => facts.id)).toEqual([broken.id])
  })

  it('lists the drills of one’s zones, the next one first, then zones without a calendar, and counts those that are due', async () => {
    await setDrill(6)
    await setDueIn(-3)
    const other = await muster.make.zone()
    await muster.make.assign(manager, other, 'zone_manager_ro')
    await muster.db.pool.query(
      `insert into drill_calendars (zone_id, every_months, time_zone, due_on) values ($1, 6, 'UTC', current_date - 9)`,
      [other.id],
    )
    const unplanned = await muster.make.zone()
    await muster.make.assign(manager, unplanned, 'zone_manager_ro')
    const { rows, next } = await muster.call(manager).emergencyPlans.drills({ limit: 1 })
    expect(rows.map(it => it.zoneId)).toEqual([other.id])
    const rest = await muster.call(manager).emergencyPlans.drills({ cursor: next ?? '' })
    expect(rest.rows.map(it => [it.zoneId, it.standing])).toEqual([
      [zone.id, 'overdue'],
      [unplanned.id, 'unplanned'],
    ])
    expect(await muster.call(manager).emergencyPlans.dueDrills()).toMatchObject({
      due: 0,
      overdue: 1,
      first: { zoneId: zone.id },
    })
    expect((await muster.call(worker).emergencyPlans.drills({})).rows).toEqual([])
    expect(await muster.call(worker).emergencyPlans.dueDrills()).toEqual({ due: 0, overdue: 0, first: null })
  })
})
