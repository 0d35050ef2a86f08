import { useEffect, useState } from 'react'

/** Maximum delay of a browser timer in milliseconds; a timer with a longer delay fires immediately. */
const maxTimeoutMs = 2 ** 31 - 1

/** True once the instant (ISO 8601) has passed; re-renders at that moment. False without an instant. */
export function useAfterInstant(at: string | null | undefined): boolean {
  const [pastInstant, setPastInstant] = useState<string>()
  useEffect(() => {
    if (!at) return
    let timer: ReturnType<typeof setTimeout>
    const startTimer = () => {
      const remainingMs = Math.max(0, Date.parse(at) - Date.now())
      timer =
        remainingMs > maxTimeoutMs
          ? setTimeout(startTimer, maxTimeoutMs)
          : setTimeout(() => setPastInstant(at), remainingMs)
    }
    startTimer()
    return () => clearTimeout(timer)
  }, [at])
  return at !== null && at !== undefined && (pastInstant === at || Date.parse(at) <= Date.now())
}
