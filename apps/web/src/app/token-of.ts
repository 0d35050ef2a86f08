/**
 * The `token` of a mailed link, or undefined. A token of digits only, which the router reads as a number, is a text
 * all the same.
 */
export function tokenOf(search: Record<string, unknown>): { token?: string } {
  const { token } = search
  if (typeof token === 'string' && token !== '') return { token }
  return typeof token === 'number' ? { token: String(token) } : {}
}

/** The same with `simple`: the account of the link has no password to ask for. */
export function confirmEmailChangeSearch(search: Record<string, unknown>): { token?: string; simple?: true } {
  const { simple } = search
  return { ...tokenOf(search), ...(Number(simple) === 1 && { simple: true as const }) }
}

/** A text of an address: the router makes numbers of what looks like one. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
