import { msg } from '@lingui/core/runtime-macro'
import type { VisitEnd, VisitWay } from '@muster/domain/visitor.ts'
import type { PersonNameLookup } from '../../db/person-names.ts'
import { formatCsv } from '../../lib/csv.ts'
import { render } from '../../lib/texts/render.ts'
import type { Text } from '../../lib/texts/text.ts'
import type { VisitRow } from './visits.queries.ts'

const header = [
  msg`name`,
  msg`company`,
  msg`phone`,
  msg`badge`,
  msg`host`,
  msg`came by`,
  msg`signed in`,
  msg`signed out`,
  msg`signed out by`,
  msg`notice accepted`,
  msg`notice version`,
]
const ways: Record<VisitWay, Text> = {
  host: msg`invited`,
  kiosk: msg`kiosk`,
  poster: msg`poster`,
  hand: msg`entered by hand`,
}
const ends: Record<VisitEnd, Text> = {
  self: msg`visitor`,
  host: msg`host`,
  manager: msg`manager`,
  end_of_day: msg`end of the day`,
}

/** Formats visits as CSV in the reader’s language, with times in UTC. */
export const toVisitsCsv = (
  rows: readonly VisitRow[],
  { names, language }: { names: PersonNameLookup; language: string },
): string =>
  formatCsv([
    header.map(it => render(it, language)),
    ...rows.map(row => [
      row.name,
      row.company,
      row.phone,
      row.badge,
      row.host_id === null ? row.host_name : names(row.host_id).name,
      render(ways[row.way as VisitWay], language),
      row.signed_in_at?.toISOString() ?? null,
      row.signed_out_at?.toISOString() ?? null,
      row.ended && render(ends[row.ended as VisitEnd], language),
      row.notice_accepted_at?.toISOString() ?? null,
      row.notice_version,
    ]),
  ])
