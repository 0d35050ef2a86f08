import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import { toRollPages } from '@muster/domain/roll.ts'
import { Fragment, useContext } from 'react'
import { createPortal } from 'react-dom'
import { formatCount } from '../../lib/format-count.ts'
import { kindTitle } from '../../ui/alarm/kind-words.ts'
import { Name } from '../../ui/people/name.tsx'
import { ClockContext } from '../../ui/time/clock-context.ts'
import { reasonLabels, stateLabels } from './emergency-words.ts'
import { type PrintedReport, toReportLines } from './report-lines.ts'
import classes from './report-sheets.module.css'
import { howText, missingText } from './report-words.ts'

/** Maximum rows per sheet. */
const rowsPerPage = 45

export function ReportSheets(printed: PrintedReport) {
  const { rows } = printed
  const clock = useContext(ClockContext)
  const summaryPages = toRollPages(toReportLines(printed, clock), { lines: it => it.lines })
  const sheetCount = Math.ceil(rows.length / rowsPerPage)
  const sheets = Array.from({ length: sheetCount }, (_, sheet) =>
    rows.slice(sheet * rowsPerPage, (sheet + 1) * rowsPerPage),
  )
  const pageTotal = formatCount(summaryPages.length + sheetCount)
  return createPortal(
    <div className={classes.report} data-print-alone data-print-only>
      {summaryPages.map((lines, page) => (
        <section key={lines[0]?.key} className={classes.page}>
          <Head emergency={printed.emergency} pageNumber={formatCount(page + 1)} pageTotal={pageTotal} />
          {lines.map(line => (
            <Fragment key={line.key}>
              {line.heading !== undefined && <h2 className={classes.heading}>{line.heading}</h2>}
              <p className={classes.line} style={{ height: `${line.textLines * 5}mm` }} dir="auto">
                {line.text}
              </p>
            </Fragment>
          ))}
        </section>
      ))}
      {sheets.map((people, sheet) => {
        const pageNumber = formatCount(summaryPages.length + sheet + 1)
        return (
          <section key={people[0]?.id} className={classes.page}>
            <Head emergency={printed.emergency} pageNumber={pageNumber} pageTotal={pageTotal} />
            <table className={classes.table}>
              <thead>
                <tr>
                  <th className={classes.number}>
                    <Trans>No.</Trans>
                  </th>
                  <th>
                    <Trans>Name</Trans>
                  </th>
                  <th className={classes.why}>
                    <Trans>Why on the list</Trans>
                  </th>
                  <th className={classes.state}>
                    <Trans>State</Trans>
                  </th>
                  <th className={classes.missing}>
                    <Trans>Missing for</Trans>
                  </th>
                  <th className={classes.how}>
                    <Trans>How</Trans>
                  </th>
                </tr>
              </thead>
              <tbody>
                {people.map((row, index) => (
                  <tr key={row.id}>
                    <td className={classes.number}>{formatCount(sheet * rowsPerPage + index + 1)}</td>
                    <td>
                      <Name>{row.name}</Name>
                    </td>
                    <td className={classes.why}>{reasonLabels[row.why]}</td>
                    <td className={classes.state}>
                      {stateLabels[row.state]}
                      {row.uncountedReason !== null && ` (${t`Does not count`})`}
                    </td>
                    <td className={classes.missing}>{missingText(row)}</td>
                    <td className={classes.how} dir="auto">
                      {howText(row, clock)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )
      })}
    </div>,
    document.body,
  )
}

type HeadProps = { emergency: EmergencyDetail; pageNumber: string; pageTotal: string }

function Head({
  emergency: { kind, zoneName, drill, declaredAt, allClearAt },
  pageNumber,
  pageTotal,
}: HeadProps) {
  const title = kindTitle(kind, zoneName)
  const { formatAbsolute, formatClock, timeZone } = useContext(ClockContext)
  const declared = new Date(declaredAt)
  const from = formatAbsolute(declared)
  const to = allClearAt === null ? '' : formatClock(new Date(allClearAt), declared)
  return (
    <header className={classes.head}>
      <h1 className={classes.title} dir="auto">
        {drill ? t`DRILL: ${title}` : title}
      </h1>
      <span>
        <Trans>
          Page {pageNumber} of {pageTotal}
        </Trans>
      </span>
      <p className={classes.facts}>
        <Trans>
          Declared {from}, all clear {to}
        </Trans>{' '}
        ({timeZone})
      </p>
    </header>
  )
}
