import type { PresencePanel } from '@muster/contract/presence.ts'
import { useEffect, useRef, useState } from 'react'
import { tintDurationMs } from '../../ui/live/use-changed.ts'

/** An entry or exit listed by the panel. */
type Movement = { readonly id: string; readonly userId: string; readonly name: string }

const listEntries = ({ history }: PresencePanel): Movement[] =>
  history.map(({ id, userId, userName }) => ({ id, userId, name: userName }))
const listExits = ({ recentlyLeft }: PresencePanel): Movement[] =>
  recentlyLeft.map(({ userId, name, at }) => ({ id: `${userId} ${at}`, userId, name }))

/** Returns the unknown movements listed above the last known one. Those below it appear only because others have disappeared. */
function findNewMovements(
  movements: readonly Movement[],
  known: ReadonlySet<string> | undefined,
): readonly Movement[] {
  if (!known) return []
  const lastKnownIndex = movements.findLastIndex(({ id }) => known.has(id))
  return movements
    .slice(0, lastKnownIndex < 0 ? movements.length : lastKnownIndex)
    .filter(it => !known.has(it.id))
}

/** Ids stay for 1.5 s. They come from the newest visits: new people stand at the end of the list, which may not be loaded that far. */
export function useArrivals(
  panel: PresencePanel,
  onChange: (arrived: string[], left: string[]) => void,
): ReadonlySet<string> {
  const knownIds = useRef<{ came: ReadonlySet<string>; went: ReadonlySet<string> }>(undefined)
  const listenerRef = useRef(onChange)
  listenerRef.current = onChange
  const [arrivals, setArrivals] = useState<ReadonlySet<string>>(new Set())
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())

  useEffect(() => {
    const previousIds = knownIds.current
    const [entries, exits] = [listEntries(panel), listExits(panel)]
    knownIds.current = { came: new Set(entries.map(it => it.id)), went: new Set(exits.map(it => it.id)) }
    if (!previousIds) return
    const newEntries = findNewMovements(entries, previousIds.came)
    const newExits = findNewMovements(exits, previousIds.went)
    if (newEntries.length + newExits.length > 0)
      listenerRef.current(
        newEntries.map(it => it.name),
        newExits.map(it => it.name),
      )
    if (newEntries.length === 0) return
    const arrivedIds = newEntries.map(it => it.userId)
    setArrivals(currentIds => new Set([...currentIds, ...arrivedIds]))
    const timer = setTimeout(() => {
      timers.current.delete(timer)
      setArrivals(currentIds => new Set([...currentIds].filter(id => !arrivedIds.includes(id))))
    }, tintDurationMs)
    timers.current.add(timer)
  }, [panel])

  useEffect(() => {
    const activeTimers = timers.current
    return () => {
      for (const timer of activeTimers) clearTimeout(timer)
    }
  }, [])

  return arrivals
}
