import { useEffect, useState } from 'react'

/**
 * True if the page's policy has blocked something. The policy dates from when the page was loaded, so a map chosen since then needs
 * a reload.
 */
export function useOutdatedPolicy(): boolean {
  const [isOutdated, setIsOutdated] = useState(false)
  useEffect(() => {
    const blocked = () => setIsOutdated(true)
    document.addEventListener('securitypolicyviolation', blocked)
    return () => document.removeEventListener('securitypolicyviolation', blocked)
  }, [])
  return isOutdated
}
