import { useDebouncedValue } from '@mantine/hooks'

/** Milliseconds without typing before a request is sent. */
const debounceMs = 250

/** Debounces typed text: the URL follows each character, but a request is sent only after a pause. */
export function useDebouncedText(typed: string | undefined): string | undefined {
  const [debouncedText] = useDebouncedValue(typed, debounceMs)
  // Clearing the text takes effect without a pause.
  return typed ? debouncedText : undefined
}
