import { useDebouncedValue } from '@mantine/hooks'

/** Milliseconds the fingers must rest before the server is asked. */
const rest = 250

/** The typed text, once the fingers rest: the address follows each letter, the server is asked for what was meant. */
export function useSettled(typed: string | undefined): string | undefined {
  const [settled] = useDebouncedValue(typed, rest)
  // Emptied, there is nothing to wait for.
  return typed ? settled : undefined
}
