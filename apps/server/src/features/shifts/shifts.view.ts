import type { AttendanceDay, Correction, Objection, ShiftPlan } from '@muster/contract/shifts.ts'
import { mayInZone } from '@muster/domain/zone-permission.ts'
import type { PersonNameLookup } from '../../db/person-names.ts'
import type { ActorZone } from '../../rpc/context.ts'
import type { CorrectionRow, ExpectedRow } from './attendance.queries.ts'
import type { ObjectionRow } from './objections.queries.ts'
import type { PlanRow } from './plans.queries.ts'

/** Returns true if the actor may decide about other people's attendance in the zone. */
export const mayDecide = (zone: ActorZone): boolean =>
  mayInZone(zone, 'edit_zones') && mayInZone(zone, 'view_attendance')

export const planView = (row: PlanRow): ShiftPlan => ({
  id: row.id,
  zoneId: row.zone_id,
  name: row.name,
  groupId: row.group_id,
  groupName: row.group_name,
  days: row.days,
  starts: row.starts,
  ends: row.ends,
  graceMinutes: row.grace_minutes,
  validFrom: row.valid_from,
  validUntil: row.valid_until,
})

export const correctionView = (row: CorrectionRow, names: PersonNameLookup): Correction => ({
  id: row.id,
  firstIn: row.first_in?.toISOString() ?? null,
  lastOut: row.last_out?.toISOString() ?? null,
  insideMinutes: row.inside_minutes,
  excused: row.excused,
  withdrawn: row.withdrawn,
  reason: row.reason,
  by: names(row.corrected_by),
  at: row.corrected_at.toISOString(),
})

type ObjectionViewer = { readonly zone: ActorZone; readonly userId: string }

export const objectionView = (
  row: ObjectionRow,
  names: PersonNameLookup,
  viewer: ObjectionViewer,
): Objection => ({
  id: row.id,
  zoneId: row.zone_id,
  person: names(row.user_id),
  day: row.day,
  text: row.text,
  state: row.state,
  answer: row.answer,
  answeredBy: row.answered_by === null ? null : names(row.answered_by),
  answeredAt: row.answered_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  mayAnswer: row.state === 'open' && mayDecide(viewer.zone) && row.user_id !== viewer.userId,
})

/** Converts the expected shifts of one person on one day to the view; null if no plan applies. */
export function expectedView(rows: readonly ExpectedRow[]): AttendanceDay['expected'] {
  if (rows.length === 0) return null
  return {
    holiday: rows.find(row => row.holiday !== null)?.holiday ?? null,
    shifts: rows.flatMap(({ starts_at, ends_at, grace_minutes, plan }) =>
      starts_at === null || ends_at === null
        ? []
        : {
            startsAt: starts_at.toISOString(),
            endsAt: ends_at.toISOString(),
            graceMinutes: grace_minutes ?? 0,
            plan: plan ?? '',
          },
    ),
  }
}
