import type { ReportDocument } from '@muster/contract/report-document.ts'
import { formatCell } from './format-cell.ts'
import classes from './reports.module.css'

type Props = {
  document: ReportDocument
  /** Whether fewer rows show than these are about. */
  filtered: boolean
}

/** The figures of the whole report, whatever its table is filtered by. */
export function ReportFigures({ document: { figures, timeZone }, filtered }: Props) {
  if (figures.length === 0) return null
  return (
    <figure className={classes.figures}>
      {filtered && <figcaption className={classes.quiet}>Whole report</figcaption>}
      <dl className={classes.tiles} aria-label="Figures of the whole report">
        {figures.map(({ label, value, kind }) => (
          <div key={label} className={classes.tile}>
            <dt>{label}</dt>
            <dd>{formatCell(value, kind, timeZone) || '–'}</dd>
          </div>
        ))}
      </dl>
    </figure>
  )
}
