import { api } from '../../lib/api.ts'

/** In this tab alone: only who began a sign-in elsewhere can finish it. */
const key = 'muster.elsewhere'
const wantedKey = 'muster.elsewhere.wanted'

/** Leaves for the provider of single sign-on. `wanted`: the page one came for, which the way back leads to. */
export async function leaveForSignIn(
  go: (address: string) => void,
  wanted: string | undefined,
): Promise<void> {
  const { address, ticket } = await api.auth.beginSingleSignOn()
  sessionStorage.setItem(key, ticket)
  if (wanted === undefined) sessionStorage.removeItem(wantedKey)
  else sessionStorage.setItem(wantedKey, wanted)
  go(address)
}

/** The page one came for before one left, for as long as the tab is open: a second try is to lead there too. */
export const wantedBefore = (): string | undefined => sessionStorage.getItem(wantedKey) ?? undefined
export const forgetWanted = (): void => sessionStorage.removeItem(wantedKey)

/** The ticket of the sign-in that this tab began; once. */
export function takeTicket(): string {
  const ticket = sessionStorage.getItem(key) ?? ''
  sessionStorage.removeItem(key)
  return ticket
}
