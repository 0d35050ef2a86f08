import { Flex, Paper } from '@mantine/core'
import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import { useElementSize } from '@mantine/hooks'
import type { ReportChart } from '@muster/contract/reports.ts'
import { useId } from 'react'
import { ReferenceArea } from 'recharts'
import { formatAmount, formatShortAmount, getSeriesStyle, toChartAmount } from './chart-looks.ts'
import { SeriesPattern } from './chart-patterns.tsx'
import classes from './report-chart.module.css'
import { valueTicks } from './value-axis.ts'

type Props = {
  chart: ReportChart
  /** The value of the selected bar. */
  chosen: string | undefined
  onChoose: (value: string) => void
}

/** Constant, because changing the language reloads the page. */
const isRightToLeft = document.documentElement.dir === 'rtl'

/** Minimum width per bar, in pixels, for labels to be shown above the bars. */
const labelWidth = 52

/** Without animation; loaded on demand with its library. Screen readers and keyboards use the table below the chart instead. */
export function ChartBars({ chart, chosen, onChoose }: Props) {
  const id = useId()
  const { ref, width } = useElementSize<HTMLDivElement>()
  const { series, bars } = chart
  const labelsByValue = new Map(bars.map(({ value, label }) => [value, label]))
  const chooseBar = (index: number) => {
    const bar = bars[index]
    if (bar) onChoose(bar.value)
  }
  const isSingleSeries = series.length === 1
  const highestTotal = Math.max(
    0,
    ...bars.map(({ amounts }) => amounts.reduce((sum, amount) => sum + amount, 0)),
  )
  const ticks = valueTicks(toChartAmount(highestTotal, chart), chart.kind !== 'minutes')
  return (
    <div ref={ref} aria-hidden>
      <BarChart
        h={240}
        className={classes.bars}
        type={isSingleSeries ? 'default' : 'stacked'}
        data={bars.map(({ value, amounts }) => ({
          value,
          ...Object.fromEntries(
            series.map((_, index) => [`s${index}`, toChartAmount(amounts[index] ?? 0, chart)]),
          ),
        }))}
        dataKey="value"
        series={series.map(({ label }, index) => ({
          name: `s${index}`,
          label,
          color: `url(#${id}${index})`,
        }))}
        valueFormatter={chartAmount => formatShortAmount(chartAmount, chart)}
        textColor="var(--m-quiet)"
        gridColor="var(--m-line)"
        cursorFill="var(--m-raised)"
        maxBarWidth={48}
        accessibilityLayer={false}
        withBarValueLabel={isSingleSeries && bars.length * labelWidth <= width}
        valueLabelProps={{ fill: 'var(--m-text)', fontSize: '0.75rem' }}
        barProps={{
          isAnimationActive: false,
          radius: isSingleSeries ? [3, 3, 0, 0] : 0,
          onClick: (_bar, index, event) => {
            event.stopPropagation()
            chooseBar(index)
          },
        }}
        xAxisProps={{
          tickFormatter: value => labelsByValue.get(String(value)) ?? '',
          interval: 'preserveStartEnd',
          reversed: isRightToLeft,
        }}
        // Places every label beside its own line; otherwise the last one moves below it.
        yAxisProps={{
          ticks,
          domain: [0, ticks.at(-1) ?? 1],
          interval: 0,
          width: 48,
          orientation: isRightToLeft ? 'right' : 'left',
        }}
        tooltipProps={{
          isAnimationActive: false,
          content: ({ active, label }) => {
            const bar = active && bars.find(({ value }) => value === label)
            return bar ? <ChartTooltip chart={chart} bar={bar} /> : null
          },
        }}
        barChartProps={{
          margin: { top: 12 },
          // Handles clicks above or below a bar; clicks on a bar are handled by the bar.
          onClick: ({ activeTooltipIndex }) => {
            if (activeTooltipIndex !== null && activeTooltipIndex !== undefined)
              chooseBar(Number(activeTooltipIndex))
          },
        }}
      >
        <defs>
          {series.map(({ key }, index) => (
            <SeriesPattern key={key} id={`${id}${index}`} look={getSeriesStyle(key, index, isSingleSeries)} />
          ))}
        </defs>
        {chosen !== undefined && labelsByValue.has(chosen) && (
          <ReferenceArea x1={chosen} x2={chosen} className={classes.chosen} />
        )}
      </BarChart>
      {!isSingleSeries && (
        <Flex component="ul" wrap="wrap" gap="4px 16px" mt="xs" c="dimmed">
          {series.map(({ key, label }, index) => (
            <Flex component="li" key={key} align="center" gap="xs">
              <svg width="14" height="14" aria-hidden>
                <rect width="14" height="14" rx="2" fill={`url(#${id}${index})`} />
              </svg>
              {label}
            </Flex>
          ))}
        </Flex>
      )}
    </div>
  )
}

function ChartTooltip({ chart, bar }: { chart: ReportChart; bar: ReportChart['bars'][number] }) {
  return (
    <Paper withBorder shadow="md" display="grid" py="xs" px="sm">
      <strong dir="auto">{bar.label}</strong>
      {chart.series.map(({ key, label }, index) => (
        <span key={key}>
          {label}: {formatAmount(bar.amounts[index] ?? 0, chart)}
        </span>
      ))}
    </Paper>
  )
}
