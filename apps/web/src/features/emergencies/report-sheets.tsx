import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import type {
  EmergencyFinding,
  EmergencyRecord,
  EmergencyReportRow,
} from '@muster/contract/emergency-reports.ts'
import { accountedShares, type ClaimHow } from '@muster/domain/emergency.ts'
import { createPortal } from 'react-dom'
import { formatCount } from '../../lib/format-count.ts'
import { formatAbsolute } from '../../lib/format-time.ts'
import { Name } from '../../ui/people/name.tsx'
import { howLabels, kindTitle, reasonLabels, stateLabels } from './emergency-words.ts'
import { formatElapsed } from './format-elapsed.ts'
import classes from './report-sheets.module.css'
import { howText, missingText, type momentLabels, momentText } from './report-words.ts'

/** Maximum rows per sheet. */
const rowsPerPage = 45

export type PrintedReport = {
  emergency: EmergencyDetail
  report: {
    accountedMs: readonly (number | null)[]
    hows: readonly { how: ClaimHow; people: number }[]
    timeline: readonly { at: string; what: keyof typeof momentLabels; name: string }[]
  }
  rows: readonly EmergencyReportRow[]
  record: EmergencyRecord | null
  findings: readonly EmergencyFinding[]
}

/** The whole report for paper and PDF: a sheet with the times, the timeline and the findings, then everybody by surname. */
export function ReportSheets({ rows, ...printed }: PrintedReport) {
  const sheetCount = Math.ceil(rows.length / rowsPerPage)
  const sheets = Array.from({ length: sheetCount }, (_, sheet) =>
    rows.slice(sheet * rowsPerPage, (sheet + 1) * rowsPerPage),
  )
  const pageTotal = formatCount(sheetCount + 1)
  return createPortal(
    <div className={classes.report} data-print-alone data-print-only>
      <Summary {...printed} rows={rows} pageTotal={pageTotal} />
      {sheets.map((people, sheet) => {
        const pageNumber = formatCount(sheet + 2)
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
                      {howText(row)}
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
  const from = formatAbsolute(new Date(declaredAt))
  const to = allClearAt === null ? '' : formatAbsolute(new Date(allClearAt))
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
        </Trans>
      </p>
    </header>
  )
}

function Summary({
  emergency,
  report,
  rows,
  record,
  findings,
  pageTotal,
}: PrintedReport & { pageTotal: string }) {
  const { people, states, message } = emergency
  return (
    <section className={classes.page}>
      <Head emergency={emergency} pageNumber={formatCount(1)} pageTotal={pageTotal} />
      {message !== '' && <p dir="auto">{message}</p>}
      <p>
        {t`${plural(people, { one: '# person', other: '# people' })} on the list`}
        {(['help', 'missing', 'elsewhere', 'not_on_site', 'safe'] as const)
          .filter(state => states[state] > 0)
          .map(state => ` · ${stateLabels[state]}: ${formatCount(states[state])}`)}
      </p>
      {record && <RecordLines record={record} />}
      <h2>
        <Trans>Accounted for</Trans>
      </h2>
      <ul>
        {accountedShares.map((share, index) => {
          const ms = report.accountedMs[index] ?? null
          return (
            <li key={share}>
              {formatCount(share * 100)}%: {ms === null ? t`not reached` : formatElapsed(ms)}
            </li>
          )
        })}
        {report.hows.map(({ how, people: count }) => (
          <li key={how}>
            {howLabels[how]}: {formatCount(count)}
          </li>
        ))}
      </ul>
      <h2>
        <Trans>Timeline</Trans>
      </h2>
      <ul>
        {report.timeline.map(({ at, what, name }) => (
          <li key={`${at} ${what} ${name}`} dir="auto">
            {formatAbsolute(new Date(at))} · {momentText(what, name)}
          </li>
        ))}
      </ul>
      {findings.length > 0 && (
        <>
          <h2>
            <Trans>Findings</Trans>
          </h2>
          <ul>
            {findings.map(({ hazardId, text, owner, done }) => (
              <li key={hazardId} dir="auto">
                {text} · {owner?.name ?? t`No owner`} · {done ? t`Done` : t`Open`}
              </li>
            ))}
          </ul>
        </>
      )}
      {rows.length === 0 && (
        <p>
          <Trans>Nobody is on the list</Trans>
        </p>
      )}
    </section>
  )
}

function RecordLines({ record: { recordedAt, digest, lateTotal } }: { record: EmergencyRecord }) {
  const time = formatAbsolute(new Date(recordedAt))
  return (
    <p className={classes.record}>
      <Trans>
        Recorded {time}, digest {digest}
      </Trans>
      {lateTotal > 0 &&
        ` · ${t`${plural(lateTotal, { one: '# answer arrived later', other: '# answers arrived later' })}`}`}
    </p>
  )
}
