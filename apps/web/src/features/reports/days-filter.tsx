import { t } from '@lingui/core/macro'
import { Select, SimpleGrid, TextInput } from '@mantine/core'
import type { DaySpan } from '@muster/domain/report-span.ts'
import { useEffect, useState } from 'react'
import { isDate } from '../../lib/dates.ts'
import { formatMonth } from './format-cell.ts'
import { lastFortnight, namedSpans, spanProblem, storedMonths, wholeMonth } from './report-reach.ts'

type Props = { span: DaySpan; today: string; onChange: (span: DaySpan) => void }

const own = 'own'

/** Selects any days: common spans by name, others by first and last day. */
export function SpanFilter({ span, today, onChange }: Props) {
  const spans = namedSpans(today)
  const [chosen, setChosen] = useState<string>()
  // Two names may mean the same days, as on the 7th of a month.
  const same = spans.filter(one => one.span.from === span.from && one.span.to === span.to)
  const shown = chosen === own ? undefined : (same.find(({ value }) => value === chosen) ?? same[0])
  return (
    <>
      <Select
        label={t`Days`}
        data={[...spans.map(({ value, label }) => ({ value, label })), { value: own, label: t`Other days` }]}
        value={shown?.value ?? own}
        allowDeselect={false}
        onChange={value => {
          const next = spans.find(one => one.value === value)
          setChosen(value ?? undefined)
          if (next) onChange(next.span)
        }}
      />
      {!shown && <FromTo span={span} today={today} onChange={onChange} />}
    </>
  )
}

/** Selects days of the reader's own report, which is limited to the last fortnight. */
export function FortnightFilter(props: Props) {
  return <FromTo {...props} earliest={lastFortnight(props.today).from} />
}

/** Selects the first and last day. An invalid or too long span is not requested; the field explains why. */
function FromTo({ span, today, onChange, earliest }: Props & { earliest?: string }) {
  const [typed, setTyped] = useState<DaySpan>(span)
  useEffect(() => setTyped({ from: span.from, to: span.to }), [span.from, span.to])
  const complete = isDate(typed.from) && isDate(typed.to)
  const tooEarly = complete && earliest !== undefined && typed.from < earliest
  const problem = tooEarly
    ? t`Choose dates within the last 14 days`
    : complete
      ? spanProblem(typed, today)
      : t`Choose both dates`
  const change = (part: Partial<DaySpan>) => {
    const next = { ...typed, ...part }
    setTyped(next)
    const fits = isDate(next.from) && isDate(next.to) && !spanProblem(next, today)
    if (fits && !(earliest && next.from < earliest)) onChange(next)
  }
  const field = { type: 'date', min: earliest, max: today } as const
  return (
    <SimpleGrid cols={2} spacing="sm" style={{ gridColumn: 'span 2' }}>
      <TextInput
        {...field}
        label={t({ message: 'From', context: 'date' })}
        value={typed.from}
        onChange={event => change({ from: event.currentTarget.value })}
        error={problem}
      />
      <TextInput
        {...field}
        label={t({ message: 'To', context: 'date' })}
        value={typed.to}
        onChange={event => change({ to: event.currentTarget.value })}
        error={problem !== undefined}
      />
    </SimpleGrid>
  )
}

type MonthProps = Props & { retentionDays: number }

/** Selects one month, back to the first with stored data. */
export function MonthFilter({ span, today, onChange, retentionDays }: MonthProps) {
  const month = wholeMonth(span.from, today).from
  const months = storedMonths(today, retentionDays)
  return (
    <Select
      label={t`Month`}
      data={[...new Set([...months, month])].map(value => ({ value, label: formatMonth(value) }))}
      value={month}
      allowDeselect={false}
      onChange={value => value && onChange(wholeMonth(value, today))}
    />
  )
}
