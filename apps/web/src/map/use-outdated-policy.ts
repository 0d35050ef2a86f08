import { useEffect, useState } from 'react'

/** Whether the page's policy kept something out: it is that of when the page came, and a map that was chosen since then needs the page anew. */
export function useOutdatedPolicy(): boolean {
  const [isOutdated, setIsOutdated] = useState(false)
  useEffect(() => {
    const blocked = () => setIsOutdated(true)
    document.addEventListener('securitypolicyviolation', blocked)
    return () => document.removeEventListener('securitypolicyviolation', blocked)
  }, [])
  return isOutdated
}
