/** The local storage key of the token that makes this browser a known device of the account. */
export const deviceKey = 'muster.device'

/**
 * Sent with every sign-in, so that guesses from elsewhere cannot lock the owner out of a device they used before. Survives signing
 * out, because it opens nothing without the password.
 */
export const deviceToken = {
  /** Undefined if there is none yet; the call then omits it. */
  get: (): string | undefined => localStorage.getItem(deviceKey) ?? undefined,
  /** Stores the token from a sign-in or sign-up; null changes nothing. */
  set(token: string | null | undefined) {
    if (token) localStorage.setItem(deviceKey, token)
  },
}
