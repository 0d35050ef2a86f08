import type { PresencePanel } from '@muster/contract/presence.ts'
import { useEffect, useRef, useState } from 'react'
import { tintMs } from '../../ui/live/use-changed.ts'

/** An entry or exit listed by the panel. */
type Movement = { readonly id: string; readonly userId: string; readonly name: string }

const cameIn = ({ history }: PresencePanel): Movement[] =>
  history.map(({ id, userId, userName }) => ({ id, userId, name: userName }))
const wentOut = ({ recentlyLeft }: PresencePanel): Movement[] =>
  recentlyLeft.map(({ userId, name, at }) => ({ id: `${userId} ${at}`, userId, name }))

/** Returns the movements above the known ones. Those that move up because others disappeared are not new. */
function newsIn(movements: readonly Movement[], known: ReadonlySet<string> | undefined): readonly Movement[] {
  if (!known) return []
  const last = movements.findLastIndex(({ id }) => known.has(id))
  return movements.slice(0, last < 0 ? movements.length : last).filter(it => !known.has(it.id))
}

/**
 * Returns the ids of people who enter while the page is open, for 1.5 s each. They come from the newest visits, because a
 * new person is at the end of the list, which may not be loaded that far. Empty on the first load. `onChange` receives the names of
 * people who entered and left.
 */
export function useArrivals(
  panel: PresencePanel,
  onChange: (arrived: string[], left: string[]) => void,
): ReadonlySet<string> {
  const known = useRef<{ came: ReadonlySet<string>; went: ReadonlySet<string> }>(undefined)
  const listener = useRef(onChange)
  listener.current = onChange
  const [arrivals, setArrivals] = useState<ReadonlySet<string>>(new Set())
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())

  useEffect(() => {
    const before = known.current
    const [came, went] = [cameIn(panel), wentOut(panel)]
    known.current = { came: new Set(came.map(it => it.id)), went: new Set(went.map(it => it.id)) }
    if (!before) return
    const arrived = newsIn(came, before.came)
    const left = newsIn(went, before.went)
    if (arrived.length + left.length > 0)
      listener.current(
        arrived.map(it => it.name),
        left.map(it => it.name),
      )
    if (arrived.length === 0) return
    const ids = arrived.map(it => it.userId)
    setArrivals(old => new Set([...old, ...ids]))
    const timer = setTimeout(() => {
      timers.current.delete(timer)
      setArrivals(old => new Set([...old].filter(id => !ids.includes(id))))
    }, tintMs)
    timers.current.add(timer)
  }, [panel])

  useEffect(() => {
    const running = timers.current
    return () => {
      for (const timer of running) clearTimeout(timer)
    }
  }, [])

  return arrivals
}
