import { Card, Skeleton, Text } from '@mantine/core'
import type { ReportChart as Chart } from '@muster/contract/reports.ts'
import { lazy, Suspense, useState } from 'react'
import { serverAnswers } from '../../lib/server-answers.ts'
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx'
import { FailedLine } from '../../ui/states/failed-line.tsx'
import { amountWords } from './chart-looks.ts'
import classes from './report-chart.module.css'

const load = async () => ({ default: (await import('./chart-bars.tsx')).ChartBars })

type Props = {
  chart: Chart
  /** Label of the column whose values the bars are. */
  barsLabel: string
  /** Value of the bar that is chosen. */
  chosen: string | undefined
  /** Undefined takes the choice back. */
  onChoose: (value: string | undefined) => void
}

/** A chart of more bars takes the width of the page. */
const besideMost = 20

/** A chart and its twin in words: bars to press, for the keyboard and for whoever reads figures rather than pictures. */
export function ReportChart({ chart, barsLabel, chosen, onChoose }: Props) {
  const [ChartBars, setChartBars] = useState(() => lazy(load))
  const [retrying, setRetrying] = useState(false)
  const loadAgain = async (clear: () => void) => {
    setRetrying(true)
    try {
      await load()
      // React keeps the failure of the other.
      setChartBars(() => lazy(load))
      clear()
    } catch {
      // Chromium keeps it too, until the page is loaded anew: its address has all that was chosen.
      if (await serverAnswers()) window.location.reload()
    } finally {
      setRetrying(false)
    }
  }
  const choose = (value: string) => onChoose(value === chosen ? undefined : value)
  return (
    <Card
      component="section"
      className={classes.chart}
      data-wide={chart.bars.length > besideMost || undefined}
      aria-label={chart.title}
    >
      <h3>{chart.title}</h3>
      {/* Without its library, as offline before it was ever loaded, the figures below still are all there. */}
      <ErrorBoundary
        failed={clear => (
          <FailedLine
            text="The chart could not be loaded"
            onRetry={() => void loadAgain(clear)}
            retrying={retrying}
          />
        )}
      >
        <Suspense fallback={<Skeleton height={240} />}>
          <ChartBars chart={chart} chosen={chosen} onChoose={choose} />
        </Suspense>
      </ErrorBoundary>
      <details className={classes.twin} data-no-print>
        <summary>Figures of this chart</summary>
        <Text size="xs" c="dimmed" m="0 0 8px">
          Choose a row to see only what belongs to it in the table below.
        </Text>
        <div className={classes.figures}>
          <table>
            <thead>
              <tr>
                <th scope="col">{barsLabel}</th>
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
    </Card>
  )
}
