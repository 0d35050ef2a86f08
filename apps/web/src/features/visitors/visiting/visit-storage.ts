import type { OwnAnswer } from '@muster/domain/emergency.ts'

/** What a tablet or a visitor’s phone keeps: tokens, and answers that were not sent yet. Never what a visitor typed at a kiosk. */
type Stored = {
  /** `language`: the one in which the kiosk was started. */
  'muster.kiosk': { token: string; zoneName: string; language?: string }
  'muster.visit': { token: string; poster: string }
  'muster.visit-answers': readonly VisitAnswer[]
}

/** An answer to an emergency. `at` is in milliseconds, by the phone’s clock. */
export type VisitAnswer = {
  token: string
  emergencyId: string
  /** `undone` takes back the call for help of the request `undoes`. */
  state: OwnAnswer | 'undone'
  undoes?: string
  /** The number of the neutral answer, from 0, and its words as the visitor read them. */
  choice?: number
  words?: string
  /** When the order was given that the visitor read. */
  orderedAt?: string
  requestId: string
  at: number
}

/** Reads a value; undefined if there is none, or if the browser stores nothing. */
export function readStored<Key extends keyof Stored>(key: Key): Stored[Key] | undefined {
  try {
    const text = localStorage.getItem(key)
    return text === null ? undefined : (JSON.parse(text) as Stored[Key])
  } catch {
    return undefined
  }
}

/** Stores a value, or removes it. */
export function writeStored<Key extends keyof Stored>(key: Key, value: Stored[Key] | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // A browser that stores nothing keeps the page until it is closed.
  }
}
