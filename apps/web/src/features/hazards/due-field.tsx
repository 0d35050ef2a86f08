import { t } from '@lingui/core/macro'
import { TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { toDateTimeLocalValue } from '../../lib/local-field.ts'

/** The state of a field for a due time. `savedDueAt` is the time that may stay even if it has passed. */
export function useDueField(savedDueAt: string | null = null) {
  const savedValue = toDateTimeLocalValue(savedDueAt ?? undefined)
  const [value, setValue] = useState(savedValue)
  const [isPast, setIsPast] = useState(false)
  const ref = useRef<HTMLInputElement>(null)
  return {
    ref,
    value,
    isPast,
    /** The time to send. An unchanged time is sent as it was saved, because the field drops its seconds. */
    dueAt: value === '' ? null : value === savedValue ? savedDueAt : new Date(value).toISOString(),
    type: (text: string) => {
      setValue(text)
      setIsPast(false)
    },
    /** Returns true if the time may be sent; otherwise marks the field and focuses it. */
    check: () => {
      if (value === '' || value === savedValue || Date.parse(value) > Date.now()) return true
      setIsPast(true)
      ref.current?.focus()
      return false
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
      error={field.isPast && t`This time has passed. Choose a later one.`}
      onChange={event => field.type(event.currentTarget.value)}
    />
  )
}
