import { useEffect, useState } from 'react'

/** The policy dates from when the page was loaded, so a map chosen since then needs a reload. */
export function useOutdatedPolicy(): boolean {
  const [isOutdated, setIsOutdated] = useState(false)
  useEffect(() => {
    const handleViolation = () => setIsOutdated(true)
    document.addEventListener('securitypolicyviolation', handleViolation)
    return () => document.removeEventListener('securitypolicyviolation', handleViolation)
  }, [])
  return isOutdated
}
