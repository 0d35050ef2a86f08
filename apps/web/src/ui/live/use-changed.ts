import { useEffect, useRef, useState } from 'react'

/** Duration of the tint after a change, in milliseconds. */
export const tintDurationMs = 1500

/** True if the value changed in the last 1.5 s. The first value does not count as a change. */
export function useChanged(value: string | number | boolean | null): boolean {
  const previousValue = useRef(value)
  const [changeCount, setChangeCount] = useState(0)
  useEffect(() => {
    if (previousValue.current === value) return
    previousValue.current = value
    setChangeCount(count => count + 1)
  }, [value])
  useEffect(() => {
    if (changeCount === 0) return
    const timer = setTimeout(() => setChangeCount(0), tintDurationMs)
    return () => clearTimeout(timer)
  }, [changeCount])
  return changeCount > 0
}
