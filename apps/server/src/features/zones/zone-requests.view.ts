import type { ZoneRequest } from '@muster/contract/zone-requests.ts'
import type { ZoneRequestRow } from './zone-requests.queries.ts'

export const zoneRequestView = (row: ZoneRequestRow): ZoneRequest => ({
  id: row.id,
  zoneId: row.zone_id,
  name: row.name,
  organisation: row.organisation,
  requestedBy:
    row.requested_by === null
      ? null
      : {
          id: row.requested_by,
          name: `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
        },
  note: row.note,
  status: row.status,
  decidedAt: row.decided_at?.toISOString() ?? null,
  decisionNote: row.decision_note,
  createdAt: row.created_at.toISOString(),
})
