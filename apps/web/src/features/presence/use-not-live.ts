import { useEffect, useState } from 'react'
import { useFeedStatus } from '../../live/use-feed.ts'

/** A short reconnect is not worth greying the screen, in milliseconds. */
const graceMs = 2000

/** Whether the feed has been down for a moment, so that what one sees may be old. */
export function useNotLive(): boolean {
  const state = useFeedStatus()
  const down = state === 'connecting' || state === 'offline'
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!down) return setLate(false)
    const timer = setTimeout(() => setLate(true), graceMs)
    return () => clearTimeout(timer)
  }, [down])
  return down && late
}
