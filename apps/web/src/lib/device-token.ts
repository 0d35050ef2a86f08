/** The local storage key of the token that makes this browser a known device of the account. */
export const deviceTokenKey = 'muster.device'

/**
 * The token that marks a known device. It is sent with every sign-in, so that password guesses from elsewhere cannot lock the owner
 * out of a device they have used before. Kept after signing out, because it grants nothing without the password.
 */
export const deviceToken = {
  /** Returns the token; undefined if there is none yet, so that the call omits it. */
  get: (): string | undefined => localStorage.getItem(deviceTokenKey) ?? undefined,
  /** Stores the token from a sign-in or sign-up; null changes nothing. */
  set(token: string | null | undefined) {
    if (token) localStorage.setItem(deviceTokenKey, token)
  },
}
