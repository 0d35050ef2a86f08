import type { Report } from '@muster/contract/reports.ts'
import { Fragment, type ReactNode } from 'react'
import { DetailDrawer } from '../../ui/dialogs/detail-drawer.tsx'
import { formatCell } from './format-cell.ts'
import type { ReportRow } from './report-rows.ts'
import classes from './reports.module.css'

type Props = {
  report: Report
  /** The open one; undefined for none. */
  row: ReportRow | undefined
  onClose: () => void
  /** What another feature adds below the facts. */
  children?: ReactNode
}

/** The facts of one row that its title does not say, without those that are empty. */
export function ReportDetails({ report: { document }, row, onClose, children }: Props) {
  const { columns, timeZone } = document
  const cells = columns.map(({ key, label, kind }, place) => ({
    key,
    label,
    text: formatCell(row?.cells[place], kind, timeZone, row?.day),
  }))
  const title = cells.slice(0, 2).flatMap(({ text }) => text || [])
  const facts = cells.slice(2).filter(({ text }) => text)
  return (
    <DetailDrawer
      opened={row !== undefined}
      onClose={onClose}
      title={title.join(', ') || 'Row'}
      of={row?.key}
    >
      <div className={classes.row}>
        {facts.length > 0 && (
          <dl className={classes.facts}>
            {facts.map(({ key, label, text }) => (
              <Fragment key={key}>
                <dt>{label}</dt>
                <dd>
                  <span dir="auto">{text}</span>
                </dd>
              </Fragment>
            ))}
          </dl>
        )}
        <p className={classes.quiet}>Times are those of {timeZone}.</p>
      </div>
      {children}
    </DetailDrawer>
  )
}
