/** Where this browser keeps what makes it a known device of the account. */
export const deviceKey = 'muster.device'

/**
 * Sent with every sign-in, so that guesses made elsewhere cannot keep the owner out of a device they used before. Stays
 * when one signs out: it opens nothing without the password.
 */
export const deviceToken = {
  /** Undefined where there is none yet; the call then leaves it out. */
  get: (): string | undefined => localStorage.getItem(deviceKey) ?? undefined,
  /** Keeps what a sign-in or sign-up answered; null changes nothing. */
  keep(token: string | null | undefined) {
    if (token) localStorage.setItem(deviceKey, token)
  },
}
