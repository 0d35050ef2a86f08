const storageKey = 'muster.push'

/** The person who turned notifications on in this browser, and their session at that time. */
export type PushChoice = { readonly userId: string; readonly sessionId: string }

/** Outlives the session, so that notifications are on again when the same person signs in: people rely on them. */
export const pushChoice = {
  get(): PushChoice | undefined {
    try {
      const { userId, sessionId } = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
      return typeof userId === 'string' && typeof sessionId === 'string' ? { userId, sessionId } : undefined
    } catch {
      return undefined
    }
  },
  save({ userId, sessionId }: PushChoice) {
    localStorage.setItem(storageKey, JSON.stringify({ userId, sessionId }))
  },
  forget() {
    localStorage.removeItem(storageKey)
  },
}
