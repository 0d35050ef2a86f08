import { useDebouncedValue } from '@mantine/hooks'

/** Milliseconds without typing after which the server is asked. */
const delayMs = 250

/** Debounces typed text: the address follows each letter, but the server is only asked after a pause. */
export function useSettled(typed: string | undefined): string | undefined {
  const [settled] = useDebouncedValue(typed, delayMs)
  // Cleared text needs no pause.
  return typed ? settled : undefined
}
