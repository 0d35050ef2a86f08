import { useEffect, useState } from 'react'

/** Milliseconds before a spinner or skeleton is shown; shown any sooner, it might only flash. */
export const loadingDelayMs = 300

/** Returns false for the first `ms` milliseconds, then true. Avoids a flashing spinner. */
export function useAfter(ms: number): boolean {
  const [hasPassed, setHasPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasPassed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return hasPassed
}
