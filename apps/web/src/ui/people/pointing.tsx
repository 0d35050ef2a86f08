import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react'

type PointedPeople = {
  /** The person who is under the pointer or has focus. */
  readonly hovered?: string | undefined
  readonly chosen?: string | undefined
}

/** Kept out of the page's state, so that only the two affected rows re-render. */
export type Pointing = {
  readonly now: () => PointedPeople
  readonly point: (change: PointedPeople) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function createPointing(): Pointing {
  let pointedPeople: PointedPeople = {}
  const listeners = new Set<() => void>()
  return {
    now: () => pointedPeople,
    point(change) {
      const next = { ...pointedPeople, ...change }
      if (next.hovered === pointedPeople.hovered && next.chosen === pointedPeople.chosen) return
      pointedPeople = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const PointingContext = createContext<Pointing>(createPointing())

export function PointingProvider({ pointing, children }: { pointing: Pointing; children: ReactNode }) {
  return <PointingContext value={pointing}>{children}</PointingContext>
}

/** Links a row to the map beside the list, so that pointing at one highlights the person on the other. */
export function usePointedOut(userId: string) {
  const { now, point, subscribe } = useContext(PointingContext)
  const isPointed = useSyncExternalStore(subscribe, () => now().hovered === userId || now().chosen === userId)
  return useMemo(
    () => ({
      'data-person': userId,
      'data-pointed': isPointed || undefined,
      onPointerEnter: () => point({ hovered: userId }),
      onPointerLeave: () => point({ hovered: undefined }),
      onFocus: () => point({ hovered: userId }),
      onBlur: () => point({ hovered: undefined }),
    }),
    [userId, isPointed, point],
  )
}
