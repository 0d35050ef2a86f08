/** Milliseconds before its expiry from which a link is no longer used. */
const ending = 10_000

/** The expiry of a link to a stored file, in milliseconds since 1970; Infinity for an address without one. */
export const linkEnd = (url: string): number =>
  Number(new URLSearchParams(url.split('?')[1]).get('expires') ?? Number.POSITIVE_INFINITY)

/** True for a link that has expired or is about to, by the clock of this device. */
export const isEnding = (url: string): boolean => linkEnd(url) - Date.now() < ending
