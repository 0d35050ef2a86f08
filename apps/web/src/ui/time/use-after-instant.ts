import { useEffect, useState } from 'react'

/** The longest that a timer of a browser waits, in ms: beyond it, it does not wait at all. */
const longestMs = 2 ** 31 - 1

/** Whether the instant (ISO 8601) is past, renewed when it comes; false where there is none. */
export function useAfterInstant(at: string | null | undefined): boolean {
  const [past, setPast] = useState<string>()
  useEffect(() => {
    if (!at) return
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      const rest = Math.max(0, Date.parse(at) - Date.now())
      timer = rest > longestMs ? setTimeout(wait, longestMs) : setTimeout(() => setPast(at), rest)
    }
    wait()
    return () => clearTimeout(timer)
  }, [at])
  return at !== null && at !== undefined && (past === at || Date.parse(at) <= Date.now())
}
