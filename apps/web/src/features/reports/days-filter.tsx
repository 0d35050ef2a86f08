import { t } from '@lingui/core/macro'
import { SimpleGrid, TextInput } from '@mantine/core'
import type { DaySpan } from '@muster/domain/report-span.ts'
import { useEffect, useState } from 'react'
import { isDate } from '../../lib/dates.ts'
import { Select } from '../../ui/forms/select.tsx'
import { formatMonth } from './format-cell.ts'
import { lastFortnight, namedSpans, spanProblem, storedMonths, toMonthSpan } from './report-reach.ts'

type Props = { span: DaySpan; today: string; onChange: (span: DaySpan) => void }

const customValue = 'own'

/** Selects any days: common spans by name, others by first and last day. */
export function SpanFilter({ span, today, onChange }: Props) {
  const spans = namedSpans(today)
  const [chosenValue, setChosenValue] = useState<string>()
  // Two names may mean the same days, as 'Last 7 days' and 'This month' do on the 7th.
  const matchingSpans = spans.filter(option => option.span.from === span.from && option.span.to === span.to)
  const selectedSpan =
    chosenValue === customValue
      ? undefined
      : (matchingSpans.find(({ value }) => value === chosenValue) ?? matchingSpans[0])
  return (
    <>
      <Select
        label={t`Days`}
        data={[
          ...spans.map(({ value, label }) => ({ value, label })),
          { value: customValue, label: t`Other days` },
        ]}
        value={selectedSpan?.value ?? customValue}
        allowDeselect={false}
        onChange={value => {
          const nextSpan = spans.find(option => option.value === value)
          setChosenValue(value ?? undefined)
          if (nextSpan) onChange(nextSpan.span)
        }}
      />
      {!selectedSpan && <DateRangeFields span={span} today={today} onChange={onChange} />}
    </>
  )
}

export function FortnightFilter(props: Props) {
  return <DateRangeFields {...props} earliest={lastFortnight(props.today).from} />
}

/** Selects the first and last day. An invalid or too long span is not requested; the field explains why. */
function DateRangeFields({ span, today, onChange, earliest }: Props & { earliest?: string }) {
  const [typedSpan, setTypedSpan] = useState<DaySpan>(span)
  useEffect(() => setTypedSpan({ from: span.from, to: span.to }), [span.from, span.to])
  const isComplete = isDate(typedSpan.from) && isDate(typedSpan.to)
  const isTooEarly = isComplete && earliest !== undefined && typedSpan.from < earliest
  const problem = isTooEarly
    ? t`Choose dates within the last 14 days`
    : isComplete
      ? spanProblem(typedSpan, today)
      : t`Choose both dates`
  const changeSpan = (changes: Partial<DaySpan>) => {
    const nextSpan = { ...typedSpan, ...changes }
    setTypedSpan(nextSpan)
    const isValid = isDate(nextSpan.from) && isDate(nextSpan.to) && !spanProblem(nextSpan, today)
    if (isValid && !(earliest && nextSpan.from < earliest)) onChange(nextSpan)
  }
  const fieldProps = { type: 'date', min: earliest, max: today } as const
  return (
    <SimpleGrid cols={2} spacing="sm" style={{ gridColumn: 'span 2' }}>
      <TextInput
        {...fieldProps}
        label={t({ message: 'From', context: 'date' })}
        value={typedSpan.from}
        onChange={event => changeSpan({ from: event.currentTarget.value })}
        error={problem}
      />
      <TextInput
        {...fieldProps}
        label={t({ message: 'To', context: 'date' })}
        value={typedSpan.to}
        onChange={event => changeSpan({ to: event.currentTarget.value })}
        error={problem !== undefined}
      />
    </SimpleGrid>
  )
}

type MonthProps = Props & { retentionDays: number }

/** Selects one of the months with stored data. If an earlier month is selected, it is listed as well. */
export function MonthFilter({ span, today, onChange, retentionDays }: MonthProps) {
  const month = toMonthSpan(span.from, today).from
  const months = storedMonths(today, retentionDays)
  return (
    <Select
      label={t`Month`}
      data={[...new Set([...months, month])].map(value => ({ value, label: formatMonth(value) }))}
      value={month}
      allowDeselect={false}
      onChange={value => value && onChange(toMonthSpan(value, today))}
    />
  )
}
