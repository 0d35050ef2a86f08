import { createContext, useContext, useId, useLayoutEffect, useSyncExternalStore } from 'react'

/** What differs in age by no more is spoken of together, as of the oldest of it (ms). */
const togetherMs = 60_000

/**
 * What the frames of one page claim while they are not live, and the age its one note says: none of those it speaks for is
 * older. An age is the time until which it was known to be so (ms); 0 is that of what could not be loaded yet.
 */
export function createLiveClaims(noteId: string) {
  const ages = new Map<string, number>()
  const listeners = new Set<() => void>()
  let noted: number | undefined
  const settle = () => {
    const known = [...ages.values()].filter(age => age > 0)
    const newest = Math.max(...known)
    const together = known.filter(age => newest - age <= togetherMs)
    const next = together.length > 0 ? Math.min(...together) : ages.size > 0 ? 0 : undefined
    if (next === noted) return
    noted = next
    for (const listener of listeners) listener()
  }
  return {
    noteId,
    claim(frame: string, age: number) {
      ages.set(frame, age)
      settle()
      return () => {
        ages.delete(frame)
        settle()
      }
    },
    /** The age the note says; undefined while it has nothing to say. */
    noted: () => noted,
    /** Whether the note speaks for what is of that age, or is about to. */
    covers: (age: number) => noted === undefined || (noted === 0 ? age === 0 : age >= noted),
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export type Claims = ReturnType<typeof createLiveClaims>

/** Where the frames of a page say how old they are; undefined where nothing around speaks for them. */
export const LiveClaims = createContext<Claims | undefined>(undefined)

/** Makes the claim of a frame, while it has one. Answers the id of the note that says it; undefined where it must say it itself. */
export function useClaim(age: number | undefined): string | undefined {
  const frame = useId()
  const claims = useContext(LiveClaims)
  useLayoutEffect(() => (age === undefined ? undefined : claims?.claim(frame, age)), [claims, frame, age])
  const covered = useSyncExternalStore(
    claims?.subscribe ?? never,
    () => age === undefined || claims?.covers(age),
  )
  return covered ? claims?.noteId : undefined
}

const never = () => () => {}
