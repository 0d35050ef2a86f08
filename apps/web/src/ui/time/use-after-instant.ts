import { useEffect, useState } from 'react'

/** Whether the instant (ISO 8601) is past, renewed when it comes; false where there is none. */
export function useAfterInstant(at: string | null | undefined): boolean {
  const [past, setPast] = useState<string>()
  useEffect(() => {
    if (!at) return
    const timer = setTimeout(() => setPast(at), Math.max(0, Date.parse(at) - Date.now()))
    return () => clearTimeout(timer)
  }, [at])
  return at !== null && at !== undefined && (past === at || Date.parse(at) <= Date.now())
}
