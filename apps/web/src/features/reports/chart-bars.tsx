import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import { Flex, Paper } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { ReportChart } from '@muster/contract/reports.ts'
import { useId } from 'react'
import { ReferenceArea } from 'recharts'
import {
  formatAmount,
  formatShortAmount,
  getSeriesStyle,
  type Pattern,
  type SeriesStyle,
  toChartAmount,
} from './chart-looks.ts'
import classes from './report-chart.module.css'
import { valueTicks } from './value-axis.ts'

type Props = {
  chart: ReportChart
  chosen: string | undefined
  onChoose: (value: string) => void
}

/** Constant, because changing the language reloads the page. */
const isRightToLeft = document.documentElement.dir === 'rtl'

/** Minimum width per bar, in pixels, for labels to be shown above the bars. */
const labelWidth = 52

/** Loaded on demand with its library. Screen readers and keyboards use the table below the chart instead. */
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

const tileSize = 8

/** The marks of each pattern, drawn in the background colour over the series' colour. */
const patternMarks: Record<Exclude<Pattern, 'solid'>, React.ReactNode> = {
  stripes: <path d="M-2 10 10 -2M-2 2 2 -2M6 10 10 6" />,
  dots: <circle cx={4} cy={4} r={1.4} fill="var(--m-surface)" stroke="none" />,
  grid: <path d="M0 4H8M4 0V8" />,
  lines: <path d="M0 4H8" />,
  'back-stripes': <path d="M-2 -2 10 10M-2 6 2 10M6 -2 10 2" />,
  columns: <path d="M4 0V8" />,
  rings: <circle cx={4} cy={4} r={2.4} />,
}

/** Defines the fill of a series' bars, referenced as `fill="url(#id)"`. */
function SeriesPattern({ id, look: { color, pattern } }: { id: string; look: SeriesStyle }) {
  return (
    <pattern id={id} width={tileSize} height={tileSize} patternUnits="userSpaceOnUse">
      <rect width={tileSize} height={tileSize} style={{ fill: color }} />
      {pattern !== 'solid' && (
        <g fill="none" stroke="var(--m-surface)" strokeWidth={1.6}>
          {patternMarks[pattern]}
        </g>
      )}
    </pattern>
  )
}
