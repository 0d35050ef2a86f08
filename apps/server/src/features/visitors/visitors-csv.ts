import { msg } from '@lingui/core/runtime-macro'
import type { CsvFile } from '@muster/contract/csv-file.ts'
import type { VisitEnd, VisitWay } from '@muster/domain/visitor.ts'
import type { PersonNameLookup } from '../../db/person-names.ts'
import { type CsvColumn, formatRows, toCsvFile, toCsvFileName } from '../../lib/csv-export.ts'
import type { Text } from '../../lib/texts/text.ts'
import type { VisitRow } from './visits.queries.ts'

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

/** Writes visits as a CSV file in the reader’s language, with times in UTC. */
export function toVisitsFile(
  rows: readonly VisitRow[],
  { names, language, total }: { names: PersonNameLookup; language: string; total: number },
): CsvFile {
  const columns: readonly CsvColumn<VisitRow>[] = [
    [msg`name`, row => row.name],
    [msg`company`, row => row.company],
    [msg`phone`, row => row.phone],
    [msg`badge`, row => row.badge],
    [msg`host`, row => (row.host_id === null ? row.host_name : names(row.host_id).name)],
    [msg`came by`, row => ways[row.way as VisitWay]],
    [msg`signed in`, row => row.signed_in_at],
    [msg`signed out`, row => row.signed_out_at],
    [msg`signed out by`, row => row.ended && ends[row.ended as VisitEnd]],
    [msg`notice accepted`, row => row.notice_accepted_at],
    [msg`notice version`, row => row.notice_version],
  ]
  const table = { name: toCsvFileName('visitors'), language, columns }
  return toCsvFile(table, [formatRows(table, rows)], total)
}
