import { useEffect, useState } from 'react'

/** The longest delay of a browser timer, in ms: with more, it fires at once. */
const longestMs = 2 ** 31 - 1

/** True if the instant (ISO 8601) is past; updates when it comes. False without an instant. */
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
