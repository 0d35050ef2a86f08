import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import type { ReportDocument } from '@muster/contract/report-document.ts'
import type { CSSProperties } from 'react'
import { formatCell } from './format-cell.ts'
import classes from './reports.module.css'

type Props = {
  document: ReportDocument
  /** True if fewer rows are shown than the figures cover. */
  filtered: boolean
}

/** Maximum number of figures in one row; more are split over two rows. */
const maxFiguresInRow = 5

/** The figures of the whole report, regardless of the table's filters. */
export function ReportFigures({ document: { figures, timeZone }, filtered }: Props) {
  if (figures.length === 0) return null
  return (
    <figure className={classes.figures}>
      {filtered && (
        <Text component="figcaption" c="dimmed">
          {t`Whole report`}
        </Text>
      )}
      <dl
        className={classes.tiles}
        style={
          {
            '--columns': figures.length > maxFiguresInRow ? Math.ceil(figures.length / 2) : figures.length,
          } as CSSProperties
        }
        data-odd={(figures.length > maxFiguresInRow && figures.length % 2 === 1) || undefined}
        aria-label={t`Figures for the whole report`}
      >
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
