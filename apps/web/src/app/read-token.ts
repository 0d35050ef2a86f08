/** The `token` of a mailed link, or undefined. The router parses a token of digits as a number, but it is a string. */
export function readToken(search: Record<string, unknown>): { token?: string } {
  const { token } = search
  if (typeof token === 'string' && token !== '') return { token }
  return typeof token === 'number' ? { token: String(token) } : {}
}

/** The same with `simple`: the account of the link has no password to ask for. */
export function confirmEmailChangeSearch(search: Record<string, unknown>): { token?: string; simple?: true } {
  const { simple } = search
  return { ...readToken(search), ...(Number(simple) === 1 && { simple: true as const }) }
}

/** A string from the address, where the router parses digits as a number. */
export const readText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
