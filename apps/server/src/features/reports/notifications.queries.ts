import { maxReportRows } from '@muster/contract/report-document.ts'
import type { HazardSeverity, HazardStatus } from '@muster/domain/hazard.ts'
import type { Tx } from '../../db/database.ts'
import { many } from '../../db/rows.ts'
import { peopleCondition, type Scope, scopeZones } from './report-scope.ts'

export type NotificationRow = {
  readonly zone_id: string
  readonly zone_name: string
  readonly day: string
  readonly opened_at: Date
  readonly title: string
  readonly severity: HazardSeverity
  readonly status: HazardStatus
  /** Time to the first step, in seconds. */
  readonly first_step_s: number | null
  /**
   * Time from the opening to the first resolution or closing after the last reopening, in seconds; null while the notification is
   * open.
   */
  readonly resolved_s: number | null
}

/** Lists the notifications opened on the report's days, limited to a person or group of reporters if one is selected. */
export const listNotifications = (tx: Tx, scope: Scope) =>
  many(tx)<NotificationRow>`
    with ${scopeZones(scope)}
    select h.zone_id, z.name as zone_name, to_char(local_day(h.created_at, z.tz), 'YYYY-MM-DD') as day, h.created_at as opened_at,
      h.title, h.severity, h.status,
      extract(epoch from steps.first_at - h.created_at)::float8 as first_step_s,
      case when h.status in ('resolved', 'closed') then extract(epoch from steps.resolved_at - h.created_at)::float8 end as resolved_s
    from z join hazards h on h.zone_id = z.id and h.created_at >= z.from_at and h.created_at < z.to_at
      cross join lateral (
        select min(s.at) as first_at,
          min(s.at) filter (where s.status in ('resolved', 'closed') and s.at > coalesce(
            (select max(o.at) from hazard_steps o where o.hazard_id = h.id and o.status in ('open', 'in_progress')), '-infinity')) as resolved_at
        from hazard_steps s where s.hazard_id = h.id and s.kind = 'status') steps
    where true ${peopleCondition(scope, 'h.reported_by')}
    order by h.created_at desc, h.id desc limit ${maxReportRows + 1}`
