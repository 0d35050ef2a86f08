import { NumberInput } from '@mantine/core'
import { useState } from 'react'

type Props = {
  label: string
  saved: number
  sent: number
  min: number
  max: number
  step?: number
  onSave: (value: number) => void
}

/** The number of a notice. Saves on Enter and on leaving the field; after a failure, the typed number stays. */
export function NoticeNumber({ label, saved, sent, min, max, step = 1, onSave }: Props) {
  const [typed, setTyped] = useState<number | string>(saved)
  const [shown, setShown] = useState(saved)
  if (shown !== saved) {
    setShown(saved)
    setTyped(saved)
  }
  const save = () => {
    const next = typed === '' ? saved : Math.min(max, Math.max(min, Number(typed) || 0))
    setTyped(next)
    if (next !== sent) onSave(next)
  }
  return (
    <NumberInput
      label={label}
      value={typed}
      onChange={setTyped}
      min={min}
      max={max}
      step={step}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      inputMode="numeric"
      enterKeyHint="done"
      maw={240}
      ms={46}
      mb="xs"
      onBlur={save}
      onKeyDown={event => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        save()
      }}
    />
  )
}
