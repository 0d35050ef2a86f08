import type { Report } from '@muster/contract/reports.ts'
import type { ReactNode } from 'react'
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

/** All a report says of one row. */
export function ReportDetails({ report: { document }, row, onClose, children }: Props) {
  const { columns, timeZone } = document
  const facts = columns.map(({ key, label, kind }, place) => ({
    key,
    label,
    text: formatCell(row?.cells[place], kind, timeZone),
  }))
  // Of a day that the report does not have, only the day is known.
  const known = facts.filter(({ text }) => text || document.rows.length > 0)
  const title = facts.slice(0, 2).flatMap(({ text }) => text || [])
  return (
    <DetailDrawer
      opened={row !== undefined}
      onClose={onClose}
      title={title.join(', ') || 'Row'}
      of={row?.key}
    >
      <dl className={classes.facts}>
        {known.map(({ key, label, text }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              <span dir="auto">{text || '–'}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.quiet}>Times are those of {timeZone}.</p>
      {children}
    </DetailDrawer>
  )
}
