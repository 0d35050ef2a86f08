import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react'

type Pointed = {
  /** The person under the pointer or focused. */
  readonly hovered?: string | undefined
  readonly chosen?: string | undefined
}

/**
 * The person highlighted in a list or on the map beside it. Stored outside the page's state, so that only the two affected rows
 * re-render.
 */
export type Pointing = {
  readonly now: () => Pointed
  readonly point: (change: Pointed) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function createPointing(): Pointing {
  let now: Pointed = {}
  const listeners = new Set<() => void>()
  return {
    now: () => now,
    point(change) {
      const next = { ...now, ...change }
      if (next.hovered === now.hovered && next.chosen === now.chosen) return
      now = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const Context = createContext<Pointing>(createPointing())

export function PointingProvider({ pointing, children }: { pointing: Pointing; children: ReactNode }) {
  return <Context value={pointing}>{children}</Context>
}

/** Links a row to the map beside the list: the row highlights its person there, and is highlighted from there. */
export function usePointedOut(userId: string) {
  const { now, point, subscribe } = useContext(Context)
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
