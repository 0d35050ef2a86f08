import { t } from '@lingui/core/macro'
import { Group, Text } from '@mantine/core'
import { stripPin } from '@muster/domain/sign-up.ts'
import { type ClipboardEvent, type KeyboardEvent, useId, useRef } from 'react'
import classes from './pin-input.module.css'

type Props = {
  /** The id of the first box, used to move the focus there. */
  id?: string
  label: string
  /** At most `length` digits. */
  value: string
  onChange: (value: string) => void
  /** Called once all boxes are filled by typing or pasting. */
  onComplete?: (value: string) => void
  onBlur?: () => void
  length?: number
  masked?: boolean
  error?: string
  help?: string
  disabled?: boolean
  autoFocus?: boolean
}

/** Drops other characters, accepts a whole code pasted or filled in by the phone (`one-time-code`); Backspace moves back. */
export function PinInput(props: Props) {
  const { label, value, onChange, length = 4, masked = true, error, help } = props
  const id = useId()
  const boxes = useRef<(HTMLInputElement | null)[]>([])
  const focusBox = (index: number) => boxes.current[Math.max(0, Math.min(index, length - 1))]?.focus()

  const updateValue = (next: string, caret: number) => {
    onChange(next)
    focusBox(caret)
    if (next.length === length && next !== value) props.onComplete?.(next)
  }
  const handleInput = (index: number, text: string) => {
    const digits = stripPin(text, length + 1)
    if (digits === '') {
      // The box was cleared, or overwritten with something other than a digit.
      if (text === '') updateValue(value.slice(0, index) + value.slice(index + 1), index)
      return
    }
    if (digits.length > 2) return updateValue(stripPin(digits, length), length)
    // A second digit in a filled box replaces the first, whichever side of it the caret was on.
    const oldDigit = value[index]
    const digit = digits.length === 2 && digits[0] === oldDigit ? digits[1] : digits[0]
    const targetIndex = Math.min(index, value.length)
    updateValue(
      (value.slice(0, targetIndex) + digit + value.slice(targetIndex + 1)).slice(0, length),
      targetIndex + 1,
    )
  }
  const handleKey = (index: number, event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Backspace' && !value[index]) {
      event.preventDefault()
      updateValue(value.slice(0, Math.max(0, index - 1)), index - 1)
    }
    if (event.key === 'ArrowLeft') focusBox(index - 1)
    if (event.key === 'ArrowRight') focusBox(index + 1)
  }
  const handlePaste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    const digits = stripPin(event.clipboardData.getData('text'), length)
    if (digits !== '') updateValue(digits, digits.length)
  }

  // The first empty box takes the focus, instead of always the first one. The focus trap of a dialog focuses twice, and on a slow
  // phone the second time may come after the first digit was typed.
  const nextIndex = Math.min(value.length, length - 1)
  const describedBy = error ? `${id}-error` : help ? `${id}-help` : undefined
  return (
    <fieldset aria-describedby={describedBy}>
      <legend>{label}</legend>
      <Group wrap="nowrap" align="stretch" gap="xs" dir="ltr">
        {Array.from({ length }, (_, index) => index).map(index => (
          <input
            key={index}
            id={index === 0 ? props.id : undefined}
            ref={element => {
              boxes.current[index] = element
            }}
            className={classes.box}
            type={masked ? 'password' : 'text'}
            inputMode="numeric"
            pattern="[0-9]*"
            autoComplete={index === 0 ? 'one-time-code' : 'off'}
            data-autofocus={(props.autoFocus && index === nextIndex) || undefined}
            aria-label={t`${label}, digit ${{ digit: index + 1 }} of ${length}`}
            aria-invalid={error !== undefined}
            aria-describedby={describedBy}
            disabled={props.disabled}
            value={value[index] ?? ''}
            onChange={event => handleInput(index, event.target.value)}
            onKeyDown={event => handleKey(index, event)}
            onPaste={handlePaste}
            onFocus={event => event.target.select()}
            onBlur={event => {
              if (!boxes.current.includes(event.relatedTarget as HTMLInputElement)) props.onBlur?.()
            }}
          />
        ))}
      </Group>
      {help && !error && (
        <Text size="xs" c="dimmed" mt={4} id={`${id}-help`}>
          {help}
        </Text>
      )}
      {error && (
        <Text size="xs" c="var(--m-danger)" mt={4} id={`${id}-error`} role="alert">
          {error}
        </Text>
      )}
    </fieldset>
  )
}
