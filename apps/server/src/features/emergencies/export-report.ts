import { msg } from '@lingui/core/runtime-macro'
import type { CsvFile } from '@muster/contract/csv-file.ts'
import { howTexts, reasonTexts, stateTexts } from '@muster/domain/roll-texts.ts'
import { findStandInName } from '@muster/domain/stand-in-name.ts'
import type { Tx } from '../../db/database.ts'
import { readTimeZone } from '../../db/time-zone.ts'
import { type CsvColumn, exportCsv, toCsvFileName } from '../../lib/csv-export.ts'
import { readOwnLanguage } from '../../rpc/reading-language.queries.ts'
import type { EmergencyRow } from './emergencies.queries.ts'
import { reportRowView } from './emergency-reports.view.ts'
import { loadPersonNames } from './person-names.ts'
import { listReportRows, type ReportRow } from './report.queries.ts'

const toName = (name: string | null) => name && (findStandInName(name) ?? name)
const toYes = (value: boolean) => (value ? msg`yes` : null)

const columns: readonly CsvColumn<ReportRow & { readonly view: ReturnType<typeof reportRowView> }>[] = [
  [msg`Name`, row => toName(row.view.name)],
  [msg`Company and host`, row => row.note],
  [msg`Zone`, row => row.view.zoneName],
  [msg`Why on the list`, row => reasonTexts[row.view.why]],
  [msg`Inside since`, row => row.inside_since],
  [msg`Last seen`, row => row.seen_at],
  [msg`Called`, row => new Date(row.calledAt)],
  [msg`State`, row => stateTexts[row.view.state]],
  [msg`State since`, row => row.view.stateAt],
  [msg`Missing for (seconds)`, row => Math.round(row.view.missingMs / 1_000)],
  [msg`How`, row => row.view.how && howTexts[row.view.how]],
  [msg`Said by`, row => toName(row.view.by)],
  [msg`Place`, row => row.view.place],
  [msg`Two answers`, row => toYes(row.view.disputed)],
  [msg`Answered`, row => row.view.answer?.words ?? null],
  [msg`Answered at`, row => row.view.answer?.at ?? null],
  [msg`Arrived after the record`, row => toYes(row.view.late)],
  [msg`State corrected after the all clear`, row => row.view.correctedTo && stateTexts[row.view.correctedTo]],
  [msg`Does not count`, row => (row.uncounted_reason === '' ? msg`yes` : row.uncounted_reason)],
]

/** Times are in UTC, except the file name's; the missing time ends with the all clear for people never accounted for. */
export async function exportReport(tx: Tx, emergency: EmergencyRow, installation: string): Promise<CsvFile> {
  const timeZone = await readTimeZone(tx, emergency.zone_id, installation)
  const { file } = await exportCsv({
    name: toCsvFileName(emergency.drill ? 'drill' : 'emergency', timeZone),
    language: await readOwnLanguage(tx),
    columns,
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
        rows.map(it => it.claim?.claimedBy ?? null),
      )
      return rows.map(row => ({ ...row, view: reportRowView(row, names) }))
    },
    toPosition: row => ({ name: row.sort_name, id: row.id }),
  })
  return file
}
