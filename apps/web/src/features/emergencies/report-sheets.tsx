import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { toRollPages } from '@muster/domain/roll.ts'
import { useContext } from 'react'
import { kindTitle } from '../../ui/alarm/kind-words.ts'
import { Name } from '../../ui/people/name.tsx'
import { Sheets, SheetTable, SheetText } from '../../ui/print/sheets.tsx'
import { ClockContext } from '../../ui/time/clock-context.ts'
import { reasonLabels, stateLabels } from './emergency-words.ts'
import { type PrintedReport, toReportLines } from './report-lines.ts'
import { howText, missingText } from './report-words.ts'

const columns = [
  { key: 'name', label: t`Name` },
  { key: 'why', label: t`Why on the list`, width: 32 },
  { key: 'state', label: t`State`, width: 22 },
  { key: 'missing', label: t`Missing for`, width: 22 },
  { key: 'how', label: t`How`, width: 50 },
]

export function ReportSheets(printed: PrintedReport) {
  const { kind, zoneName, drill, declaredAt, allClearAt } = printed.emergency
  const clock = useContext(ClockContext)
  const { formatAbsolute, formatClock, timeZone } = clock
  const title = kindTitle(kind, zoneName)
  const declared = new Date(declaredAt)
  const from = formatAbsolute(declared)
  const to = allClearAt === null ? '' : formatClock(new Date(allClearAt), declared)
  const people = printed.rows.map((row, index) => ({
    key: row.id,
    number: index + 1,
    cells: [
      <Name key="name">{row.name}</Name>,
      reasonLabels[row.why],
      stateLabels[row.state] + (row.uncountedReason === null ? '' : ` (${t`Does not count`})`),
      missingText(row),
      howText(row, clock),
    ],
  }))
  return (
    <Sheets
      title={drill ? t`DRILL: ${title}` : title}
      facts={
        <>
          <Trans>
            Declared {from}, all clear {to}
          </Trans>{' '}
          ({timeZone})
        </>
      }
      pages={[
        ...toRollPages(toReportLines(printed, clock), { lines: it => it.lines }).map(lines => ({
          key: lines[0]?.key ?? '',
          content: lines.map(({ key, heading, text, textLines }) => (
            <SheetText key={key} text={text} lines={textLines} {...(heading !== undefined && { heading })} />
          )),
        })),
        ...(people.length === 0 ? [] : toRollPages(people)).map(rows => ({
          key: rows[0]?.key ?? '',
          content: <SheetTable columns={columns} rows={rows} />,
        })),
      ]}
    />
  )
}
