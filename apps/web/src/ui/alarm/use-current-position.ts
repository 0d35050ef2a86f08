import { useEffect, useState } from 'react'
import { locator } from '../../lib/geolocation/locator.ts'

/** Milliseconds for which a reading says which place is near, and how far away. */
export const currentPositionMs = 2 * 60_000
/** Milliseconds between two readings. */
const renewalMs = 20_000

/** Undefined if not wanted, not known or no longer known. The position is read again and again, but never by prompting the person. */
export function useCurrentPosition(isWanted: boolean) {
  const [position, setPosition] = useState<ReturnType<typeof locator.known>>()
  useEffect(() => {
    if (!isWanted) return
    let isOver = false
    setPosition(locator.known(currentPositionMs))
    const renew = async () => {
      const reading = await locator.findUnprompted('member', currentPositionMs)
      if (!isOver) setPosition(reading)
    }
    void renew()
    const timer = setInterval(renew, renewalMs)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [isWanted])
  return isWanted ? position : undefined
}
