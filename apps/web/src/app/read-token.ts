/**
 * Returns the `token` from an emailed link, or undefined. The router parses a token of digits as a number, which is converted back.
 */
export function readTokenSearch(search: Record<string, unknown>): { token?: string } {
  const { token } = search
  if (typeof token === 'string' && token !== '') return { token }
  return typeof token === 'number' ? { token: String(token) } : {}
}

/** Like `readTokenSearch`, plus `simple`: the link's account has no password to ask for. */
export function readEmailChangeSearch(search: Record<string, unknown>): { token?: string; simple?: true } {
  const { simple } = search
  return { ...readTokenSearch(search), ...(Number(simple) === 1 && { simple: true as const }) }
}

/** Returns a string from the URL, where the router parses digits as a number. */
export const readText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
