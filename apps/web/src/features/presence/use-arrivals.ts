import { useEffect, useRef, useState } from 'react'
import { tintMs } from '../../ui/live/use-changed.ts'

/**
 * The ids that joined the list since it was last shown, for 1.5 s each. Nothing on the first load: that is no change.
 * `onChange` hears who came and who went.
 */
export function useArrivals(
  ids: readonly string[] | undefined,
  onChange: (arrived: string[], left: string[]) => void,
): ReadonlySet<string> {
  const known = useRef<ReadonlySet<string>>(undefined)
  const heard = useRef(onChange)
  heard.current = onChange
  const [arrivals, setArrivals] = useState<ReadonlySet<string>>(new Set())
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())

  useEffect(() => {
    if (!ids) return
    const before = known.current
    const now = new Set(ids)
    known.current = now
    if (!before) return
    const arrived = [...now].filter(id => !before.has(id))
    const left = [...before].filter(id => !now.has(id))
    if (arrived.length + left.length > 0) heard.current(arrived, left)
    if (arrived.length === 0) return
    setArrivals(old => new Set([...old, ...arrived]))
    const timer = setTimeout(() => {
      timers.current.delete(timer)
      setArrivals(old => new Set([...old].filter(id => !arrived.includes(id))))
    }, tintMs)
    timers.current.add(timer)
  }, [ids])

  useEffect(() => {
    const running = timers.current
    return () => {
      for (const timer of running) clearTimeout(timer)
    }
  }, [])

  return arrivals
}
