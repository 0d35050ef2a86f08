import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import type { CsvFile } from '@muster/contract/csv-file.ts'
import type { ClaimHow, PersonState, RollReason } from '@muster/domain/emergency.ts'
import { findStandInName } from '@muster/domain/stand-in-name.ts'
import type { Tx } from '../../db/database.ts'
import { exportCsv, toCsvFileName } from '../../lib/csv-export.ts'
import { render } from '../../lib/texts/render.ts'
import { readOwnLanguage } from '../../rpc/reading-language.queries.ts'
import type { EmergencyRow } from './emergencies.queries.ts'
import { reportRowView } from './emergency-reports.view.ts'
import { loadPersonNames } from './person-names.ts'
import { listReportRows } from './report-rows.queries.ts'
import { findTimeZone } from './responders/time-zone.queries.ts'

const stateTexts: Readonly<Record<PersonState, MessageDescriptor>> = {
  missing: msg`Missing`,
  help: msg`Needs help`,
  safe: msg`Safe`,
  elsewhere: msg`Elsewhere`,
  not_on_site: msg`Not on site`,
}
const reasonTexts: Readonly<Record<RollReason, MessageDescriptor>> = {
  inside: msg`Inside`,
  uncertain: msg`Possibly inside`,
  not_seen: msg`Not seen lately`,
  expected: msg`Expected, not seen`,
  came_later: msg`Came in later`,
  off_site: msg`Not inside`,
  visitor: msg`Visitor`,
  badge: msg`By badge`,
  by_hand: msg`Added by hand`,
}
const howTexts: Readonly<Record<ClaimHow, MessageDescriptor>> = {
  order: msg`Order changed`,
  own: msg`On their own phone`,
  captain: msg`Marked by a captain or manager`,
  point: msg`At an assembly point`,
  entry: msg`Came in`,
}
const headingRow = [
  msg`Name`,
  msg`Company and host`,
  msg`Zone`,
  msg`Why on the list`,
  msg`Inside since`,
  msg`Last seen`,
  msg`Called`,
  msg`State`,
  msg`State since`,
  msg`Missing for (seconds)`,
  msg`How`,
  msg`Said by`,
  msg`Place`,
  msg`Two answers`,
  msg`Answered`,
  msg`Answered at`,
  msg`Arrived after the record`,
  msg`State corrected after the all clear`,
  msg`Does not count`,
]
const yes = msg`yes`

/** Times are in UTC, except the file name's; the missing time ends with the all clear for people never accounted for. */
export async function exportReport(tx: Tx, emergency: EmergencyRow, installation: string): Promise<CsvFile> {
  const language = await readOwnLanguage(tx)
  const timeZone = await findTimeZone(tx, emergency.zone_id, installation)
  const toText = (descriptor: MessageDescriptor) => render(descriptor, language)
  const toName = (name: string | null) => name && render(findStandInName(name) ?? name, language)
  const { file } = await exportCsv({
    name: toCsvFileName(emergency.drill ? 'drill' : 'emergency', timeZone),
    header: headingRow.map(toText),
    listPage: async ({
      after,
      limit,
    }: {
      after: { name: string; id: string } | undefined
      limit: number
    }) => {
      const rows = await listReportRows(tx, emergency, { after, limit })
      const names = await loadPersonNames(
        tx,
        rows.map(it => it.claimed_by),
      )
      return rows.map(row => ({ ...row, view: reportRowView(row, names) }))
    },
    toPosition: row => ({ name: row.sort_name, id: row.id }),
    toCells: row => [
      toName(row.view.name),
      row.note,
      row.view.zoneName,
      toText(reasonTexts[row.view.why]),
      row.inside_since?.toISOString() ?? null,
      row.seen_at?.toISOString() ?? null,
      new Date(row.outcome.calledAt).toISOString(),
      toText(stateTexts[row.view.state]),
      row.view.stateAt,
      Math.round(row.view.missingMs / 1_000),
      row.view.how && toText(howTexts[row.view.how]),
      toName(row.view.by),
      row.view.place,
      row.view.disputed ? toText(yes) : null,
      row.view.answer?.words ?? null,
      row.view.answer?.at ?? null,
      row.view.late ? toText(yes) : null,
      row.view.correctedTo && toText(stateTexts[row.view.correctedTo]),
      row.uncounted_reason === null ? null : row.uncounted_reason || toText(yes),
    ],
  })
  return file
}
