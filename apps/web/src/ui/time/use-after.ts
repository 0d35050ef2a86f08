import { useEffect, useState } from 'react'

/** How long a wait goes unseen, in milliseconds: a spinner or skeleton that shows sooner only flashes. */
export const unseenMs = 300

/** False for the first `ms` milliseconds, then true. A spinner that would flash is not shown. */
export function useAfter(ms: number): boolean {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return passed
}
