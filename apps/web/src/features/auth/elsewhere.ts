import { api } from '../../lib/api.ts'

/** In this tab alone: only who began a sign-in elsewhere can finish it. */
const key = 'muster.elsewhere'

/** Leaves for the provider of single sign-on. */
export async function leaveForSignIn(go: (address: string) => void): Promise<void> {
  const { address, ticket } = await api.auth.beginSingleSignOn()
  sessionStorage.setItem(key, ticket)
  go(address)
}

/** The ticket of the sign-in that this tab began; once. */
export function takeTicket(): string {
  const ticket = sessionStorage.getItem(key) ?? ''
  sessionStorage.removeItem(key)
  return ticket
}
