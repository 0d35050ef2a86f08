import { findDrillDueDay } from '@muster/domain/drill-calendar.ts'
import type { Tx } from '../../../db/database.ts'
import { readTimeZone } from '../../../db/time-zone.ts'
import type { WriteContext } from '../../../live/write.ts'
import { audit } from '../../security/index.ts'
import { emergenciesEvents } from '../emergencies.events.ts'
import { type JobDeps, runForEach } from '../run-for-each.ts'
import {
  type DrillRow,
  deleteDrill,
  findLastDrill,
  listMoved,
  lockDrills,
  updateDueDays,
  upsertDrill,
} from './drills.queries.ts'

/** Sets how often a zone drills; 0 months ends its calendar. */
export async function setDrillCalendar(
  { tx, publish }: Pick<WriteContext, 'tx' | 'publish'>,
  { zoneId, everyMonths }: { readonly zoneId: string; readonly everyMonths: number },
  { actorId, installation }: { readonly actorId: string; readonly installation: string },
): Promise<void> {
  if (everyMonths === 0) await deleteDrill(tx, zoneId)
  else {
    const [existing] = await lockDrills(tx, [zoneId])
    const row = {
      zone_id: zoneId,
      every_months: everyMonths,
      since: existing?.since ?? new Date(),
      last_drill_at: await findLastDrill(tx, zoneId),
      time_zone: await readTimeZone(tx, zoneId, installation),
    }
    await upsertDrill(tx, { ...row, due_on: toDueDay(row) })
  }
  await audit(tx, 'emergency_plan_changed:drills', { actorId, zoneId, everyMonths })
  publish(emergenciesEvents, { kind: 'drill_calendar.changed', zoneId })
}

/** Moves the due dates of zones after a drill. */
export async function noteDrillEnd(
  { tx }: Pick<WriteContext, 'tx'>,
  { zoneIds, at }: { readonly zoneIds: readonly string[]; readonly at: Date },
): Promise<void> {
  const drills = await lockDrills(tx, zoneIds)
  await updateDueDays(
    tx,
    drills.map(row => ({
      zone_id: row.zone_id,
      time_zone: row.time_zone,
      last_drill_at: at,
      due_on: toDueDay({ ...row, last_drill_at: at }),
    })),
  )
}

/** Maximum zones per run; the next run continues. */
const MAX_MOVED = 500

/** For zones whose time zone changed. Each has its own transaction, so that one that fails stops no other. */
export const renewTimeZones = (deps: JobDeps, installation: string): Promise<void> =>
  runForEach(deps, {
    reason: 'the calendars of all zones follow their time zones',
    list: tx => listMoved(tx, installation, MAX_MOVED),
    run: ({ tx }, zoneId) => renewTimeZone(tx, zoneId, installation),
    failure: 'Drills: a drill could not be moved to another time zone yet',
  })

async function renewTimeZone(tx: Tx, zoneId: string, installation: string): Promise<void> {
  const [drill] = await lockDrills(tx, [zoneId])
  if (!drill) return
  const time_zone = await readTimeZone(tx, zoneId, installation)
  await updateDueDays(tx, [{ ...drill, time_zone, due_on: toDueDay({ ...drill, time_zone }) }])
}

const toDueDay = (row: Pick<DrillRow, 'every_months' | 'since' | 'last_drill_at' | 'time_zone'>): string =>
  findDrillDueDay(
    {
      everyMonths: row.every_months,
      since: row.since.getTime(),
      lastDrillAt: row.last_drill_at?.getTime() ?? null,
    },
    row.time_zone,
  )
