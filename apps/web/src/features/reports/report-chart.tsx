import { t } from '@lingui/core/macro'
import { Card, Skeleton, Text } from '@mantine/core'
import type { ReportChart as Chart } from '@muster/contract/reports.ts'
import { lazy, Suspense, useState } from 'react'
import { isServerReachable } from '../../lib/is-server-reachable.ts'
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx'
import { FailedLine } from '../../ui/states/failed-line.tsx'
import { formatAmount } from './chart-looks.ts'
import classes from './report-chart.module.css'

const loadChartBars = async () => ({ default: (await import('./chart-bars.tsx')).ChartBars })

type Props = {
  chart: Chart
  barsLabel: string
  chosen: string | undefined
  /** Called with the value of a bar, or undefined to clear the selection. */
  onChoose: (value: string | undefined) => void
}

/** Maximum number of bars in a chart placed beside another. A chart with more bars takes the full width. */
const maxBarsSideBySide = 20

/** A chart, and the same data as a table with a button for each bar, for keyboards and for people who prefer figures. */
export function ReportChart({ chart, barsLabel, chosen, onChoose }: Props) {
  const [ChartBars, setChartBars] = useState(() => lazy(loadChartBars))
  const [isRetrying, setIsRetrying] = useState(false)
  const loadAgain = async (clear: () => void) => {
    setIsRetrying(true)
    try {
      await loadChartBars()
      // A new `lazy` is needed, because React caches the failure of the previous one.
      setChartBars(() => lazy(loadChartBars))
      clear()
    } catch {
      // Chromium caches the failed import, so reload the page if the server is reachable. The URL preserves all selections.
      if (await isServerReachable()) window.location.reload()
    } finally {
      setIsRetrying(false)
    }
  }
  const choose = (value: string) => onChoose(value === chosen ? undefined : value)
  return (
    <Card
      component="section"
      className={classes.chart}
      data-wide={chart.bars.length > maxBarsSideBySide || undefined}
      aria-label={chart.title}
    >
      <h3>{chart.title}</h3>
      {/* If the library cannot be loaded, for example offline, the figures below remain complete. */}
      <ErrorBoundary
        failed={clear => (
          <FailedLine
            text={t`The chart couldn’t be loaded`}
            error={null}
            onRetry={() => void loadAgain(clear)}
            retrying={isRetrying}
          />
        )}
      >
        <Suspense fallback={<Skeleton height={240} />}>
          <ChartBars chart={chart} chosen={chosen} onChoose={choose} />
        </Suspense>
      </ErrorBoundary>
      <details className={classes.twin} data-no-print>
        <summary>{t`Figures for this chart`}</summary>
        <Text size="xs" c="dimmed" m="0 0 8px">
          {t`Select a row to filter the table below.`}
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
                  {chart.series.map(({ key }, index) => (
                    <td key={key} className={classes.amount}>
                      {formatAmount(amounts[index] ?? 0, chart)}
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
