import type { EmergencyFinding, EmergencyRecord } from '@muster/contract/emergency-reports.ts'
import type { EmergencyReportRow } from '@muster/contract/roll-person.ts'
import type { Tx } from '../../db/database.ts'
import type { PersonNameLookup } from '../../db/person-names.ts'
import { pluck } from '../../db/rows.ts'
import type { FindingRow } from './findings.queries.ts'
import { loadPersonNames } from './person-names.ts'
import type { checkRecord } from './record-emergency.ts'
import type { ReportRow } from './report.queries.ts'
import { toRollName } from './roll-name.ts'

export const recordView = ({
  late,
  ...record
}: NonNullable<Awaited<ReturnType<typeof checkRecord>>>): EmergencyRecord => ({
  ...record,
  recordedAt: record.recordedAt.toISOString(),
  lateTotal: late.total,
  late: late.rows.map(({ state, undone_state, words, happened_at, received_at, ...person }) => ({
    name: toRollName(person),
    state: state as EmergencyRecord['late'][number]['state'],
    ...(undone_state && { undoneState: undone_state }),
    ...(words && { words }),
    at: happened_at.toISOString(),
    receivedAt: received_at.toISOString(),
  })),
})

/** Converts findings, with the names of the people involved. */
export async function findingViews(tx: Tx, rows: readonly FindingRow[]): Promise<EmergencyFinding[]> {
  const names = await loadPersonNames(tx, pluck(rows, 'assignee_id', 'reported_by', 'done_by'))
  return rows.map(row => ({
    hazardId: row.hazard_id,
    emergencyId: row.emergency_id,
    zoneId: row.zone_id,
    text: row.description,
    status: row.status,
    owner: row.assignee_id === null ? null : names(row.assignee_id),
    dueAt: row.due_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    createdBy: names(row.reported_by),
    done: row.done_at === null ? null : { by: names(row.done_by), at: row.done_at.toISOString() },
  }))
}

/** Nobody claims an arrival at an assembly point; the person's own name stands at their answer, visitors without an account included. */
const findClaimant = (row: ReportRow, names: PersonNameLookup): string | null =>
  row.claim?.how === 'captain'
    ? names(row.claim.claimedBy ?? null).name
    : row.claim?.how === 'own'
      ? toRollName(row)
      : null

export const reportRowView = (row: ReportRow, names: PersonNameLookup): EmergencyReportRow => ({
  id: row.id,
  name: toRollName(row),
  zoneName: row.zone_name,
  why: row.why,
  state: row.state,
  stateAt: row.claim ? new Date(row.claim.happenedAt).toISOString() : null,
  how: row.claim?.how ?? null,
  by: findClaimant(row, names),
  place: row.claim?.place ?? '',
  missingMs: row.missingMs,
  disputed: row.disputed,
  ...(row.answer && {
    answer: { words: row.answer.words ?? '', at: new Date(row.answer.happenedAt).toISOString() },
  }),
  late: row.isLate,
  correctedTo: row.correctedTo,
  uncountedReason: row.uncounted_reason,
})
