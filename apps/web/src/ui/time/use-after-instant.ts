import { useEffect, useState } from 'react'

/** Maximum delay of a browser timer in milliseconds; with more, it fires immediately. */
const longestMs = 2 ** 31 - 1

/** True once the instant (ISO 8601) has passed; re-renders at that moment. False without an instant. */
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
