import { randomBytes, timingSafeEqual } from 'node:crypto'

/** The one-time token that lets whoever started a Muster without one create the first super admin. */
export type FirstAdminToken = {
  /** The token to print, or null when it is used or was never needed. */
  readonly text: string | null
  /** Takes the token if it is the right one, so that nobody else can; false otherwise. */
  take(given: string): boolean
  /** Gives it back after an attempt that created nobody. */
  giveBack(): void
}

/** `needed`: the database has no super admin yet. */
export function createFirstAdminToken(needed: boolean): FirstAdminToken {
  const text = needed ? randomBytes(24).toString('base64url') : null
  let free = needed
  return {
    get text() {
      return free ? text : null
    },
    take(given) {
      if (!free || !text) return false
      const [a, b] = [Buffer.from(given), Buffer.from(text)]
      if (a.length !== b.length || !timingSafeEqual(a, b)) return false
      free = false
      return true
    },
    giveBack() {
      free = true
    },
  }
}
