import type { VisitEnd, VisitWay } from '@muster/domain/visitor.ts'
import type { PersonNameLookup } from '../../db/person-names.ts'
import { formatCsv } from '../../lib/csv.ts'
import type { VisitRow } from './visits.queries.ts'

const header = [
  'name',
  'company',
  'phone',
  'host',
  'came by',
  'signed in',
  'signed out',
  'signed out by',
  'notice accepted',
  'notice version',
]
const ways: Record<VisitWay, string> = {
  host: 'invited',
  kiosk: 'kiosk',
  poster: 'poster',
  hand: 'entered by hand',
}
const ends: Record<VisitEnd, string> = {
  self: 'visitor',
  host: 'host',
  manager: 'manager',
  end_of_day: 'end of the day',
}

/** Formats visits as CSV, with times in UTC. */
export const toVisitsCsv = (rows: readonly VisitRow[], names: PersonNameLookup): string =>
  formatCsv([
    header,
    ...rows.map(row => [
      row.name,
      row.company,
      row.phone,
      row.host_id === null ? row.host_name : names(row.host_id).name,
      ways[row.way as VisitWay],
      row.signed_in_at?.toISOString() ?? null,
      row.signed_out_at?.toISOString() ?? null,
      row.ended && ends[row.ended as VisitEnd],
      row.notice_accepted_at?.toISOString() ?? null,
      row.notice_version,
    ]),
  ])
