import { useDebouncedValue } from '@mantine/hooks'

/** Milliseconds without typing before a request is sent. */
const delayMs = 250

/** Debounces typed text: the URL follows each letter, but a request is sent only after a pause. */
export function useDebouncedText(typed: string | undefined): string | undefined {
  const [debounced] = useDebouncedValue(typed, delayMs)
  // Clearing the text takes effect without a pause.
  return typed ? debounced : undefined
}
