import type { ReportDocument } from '@muster/contract/report-document.ts'
import { formatCell } from './format-cell.ts'
import classes from './reports.module.css'

/** The figures of the whole report, whatever its table is filtered by. */
export function ReportFigures({ document: { figures, timeZone } }: { document: ReportDocument }) {
  if (figures.length === 0) return null
  return (
    <dl className={classes.tiles} aria-label="Figures of the whole report">
      {figures.map(({ label, value, kind }) => (
        <div key={label} className={classes.tile}>
          <dt>{label}</dt>
          <dd>{formatCell(value, kind, timeZone) || '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
