import { useEffect, useState } from 'react'

/** False for the first `ms` milliseconds, then true. A spinner that would flash is not shown. */
export function useAfter(ms: number): boolean {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return passed
}
