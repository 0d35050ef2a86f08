import { api } from '../../lib/api.ts'

/** Key of the sign-in ticket. It is kept in session storage, so that only the tab that began a single sign-on can finish it. */
const ticketKey = 'muster.elsewhere'
const requestedPageKey = 'muster.elsewhere.wanted'

/** Redirects to the single sign-on provider. `requested`: the page originally requested, opened after the return. */
export async function redirectToSignIn(
  navigate: (address: string) => void,
  requested: string | undefined,
): Promise<void> {
  const { address, ticket } = await api.auth.beginSingleSignOn()
  sessionStorage.setItem(ticketKey, ticket)
  if (requested === undefined) sessionStorage.removeItem(requestedPageKey)
  else sessionStorage.setItem(requestedPageKey, requested)
  navigate(address)
}

/** Returns the originally requested page, which is kept until the sign-in succeeds, so that another attempt leads there too. */
export const getRequestedPage = (): string | undefined =>
  sessionStorage.getItem(requestedPageKey) ?? undefined
export const forgetRequestedPage = (): void => sessionStorage.removeItem(requestedPageKey)

/** Returns the ticket of the sign-in that began in this tab, and removes it. */
export function takeTicket(): string {
  const ticket = sessionStorage.getItem(ticketKey) ?? ''
  sessionStorage.removeItem(ticketKey)
  return ticket
}
