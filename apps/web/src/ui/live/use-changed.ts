import { useEffect, useRef, useState } from 'react'

/** Duration of the tint after a change, in milliseconds. */
export const tintMs = 1500

/** True if the value changed in the last 1.5 s. The first value does not count as a change. */
export function useChanged(value: string | number | boolean | null): boolean {
  const previousValue = useRef(value)
  const [changes, setChanges] = useState(0)
  useEffect(() => {
    if (previousValue.current === value) return
    previousValue.current = value
    setChanges(count => count + 1)
  }, [value])
  useEffect(() => {
    if (changes === 0) return
    const timer = setTimeout(() => setChanges(0), tintMs)
    return () => clearTimeout(timer)
  }, [changes])
  return changes > 0
}
