import { Skeleton } from '@mantine/core'
import type { ReportChart as Chart } from '@muster/contract/reports.ts'
import { lazy, Suspense } from 'react'
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx'
import { amountWords } from './chart-looks.ts'
import classes from './report-chart.module.css'

const ChartBars = lazy(async () => ({ default: (await import('./chart-bars.tsx')).ChartBars }))

type Props = {
  chart: Chart
  /** Value of the bar that is chosen. */
  chosen: string | undefined
  /** Undefined takes the choice back. */
  onChoose: (value: string | undefined) => void
}

/** A chart of more bars takes the width of the page. */
const besideMost = 20

/** A chart and its twin in words: bars to press, for the keyboard and for whoever reads figures rather than pictures. */
export function ReportChart({ chart, chosen, onChoose }: Props) {
  const choose = (value: string) => onChoose(value === chosen ? undefined : value)
  return (
    <section
      className={classes.chart}
      data-wide={chart.bars.length > besideMost || undefined}
      aria-label={chart.title}
    >
      <h3 className={classes.title}>{chart.title}</h3>
      {/* Without its library, as offline before it was ever loaded, the figures below still are all there. */}
      <ErrorBoundary silent>
        <Suspense fallback={<Skeleton height={240} />}>
          <ChartBars chart={chart} chosen={chosen} onChoose={choose} />
        </Suspense>
      </ErrorBoundary>
      <details className={classes.twin} data-no-print>
        <summary>Figures of this chart</summary>
        <div className={classes.figures}>
          <table>
            <thead>
              <tr>
                <th scope="col">Show only</th>
                {chart.series.map(({ key, label }) => (
                  <th key={key} scope="col" className={classes.amount}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {chart.bars.map(({ value, label, amounts }) => (
                <tr key={value}>
                  <th scope="row">
                    <button
                      type="button"
                      className={classes.bar}
                      aria-pressed={value === chosen}
                      onClick={() => choose(value)}
                    >
                      <span dir="auto">{label}</span>
                    </button>
                  </th>
                  {chart.series.map(({ key }, place) => (
                    <td key={key} className={classes.amount}>
                      {amountWords(amounts[place] ?? 0, chart)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  )
}
