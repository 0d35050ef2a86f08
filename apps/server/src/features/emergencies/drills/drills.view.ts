import type { ListedDrill as ListedDrillView, ZoneDrill } from '@muster/contract/emergency-plans.ts'
import { findDrillStanding } from '@muster/domain/drill-calendar.ts'
import type { DrillRow, ListedDrill } from './drills.queries.ts'

export const drillView = (row: DrillRow): ZoneDrill => ({
  zoneId: row.zone_id,
  zoneName: row.zone_name,
  everyMonths: row.every_months,
  lastDrillAt: row.last_drill_at?.toISOString() ?? null,
  dueOn: row.due_on,
  standing: findDrillStanding(row.due_on, Date.now(), row.time_zone),
})

export const listedDrillView = (row: ListedDrill): ListedDrillView =>
  row.due_on === null
    ? {
        zoneId: row.zone_id,
        zoneName: row.zone_name,
        everyMonths: 0,
        lastDrillAt: null,
        dueOn: null,
        standing: 'unplanned',
      }
    : drillView(row)
