import { t } from '@lingui/core/macro'
import { TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { toDateTimeLocalValue } from '../../lib/local-field.ts'

/** The state of a field for a due time. `savedDueAt` is the time that may stay even if it has passed. */
export function useDueField(savedDueAt: string | null = null) {
  const savedValue = toDateTimeLocalValue(savedDueAt ?? undefined)
  const [value, setValue] = useState(savedValue)
  const [problem, setProblem] = useState<'past' | 'incomplete'>()
  const ref = useRef<HTMLInputElement>(null)
  return {
    ref,
    value,
    problem,
    /** The time to send. An unchanged time is sent as it was saved, because the field drops its seconds. */
    dueAt: value === '' ? null : value === savedValue ? savedDueAt : new Date(value).toISOString(),
    type: (text: string) => {
      setValue(text)
      setProblem(undefined)
    },
    /** Returns true if the time may be sent; otherwise marks the field and focuses it. */
    check: () => {
      // The value of a partly typed time is empty, as if the time was removed.
      const isIncomplete = ref.current?.validity.badInput === true
      const isPast = value !== '' && value !== savedValue && Date.parse(value) <= Date.now()
      const nextProblem = isIncomplete ? 'incomplete' : isPast ? 'past' : undefined
      setProblem(nextProblem)
      if (nextProblem) ref.current?.focus()
      return nextProblem === undefined
    },
  }
}

export function DueField({ field }: { field: ReturnType<typeof useDueField> }) {
  return (
    <TextInput
      type="datetime-local"
      label={t`Due`}
      description={t`The assignee will be reminded an hour before it’s due.`}
      ref={field.ref}
      value={field.value}
      error={field.problem && getProblemText(field.problem)}
      onChange={event => field.type(event.currentTarget.value)}
    />
  )
}

const getProblemText = (problem: 'past' | 'incomplete'): string =>
  problem === 'past' ? t`This time has passed. Choose a later one.` : t`Complete the date and time.`
