/** A link is no longer used once it has less than this many milliseconds left. */
const expiryMarginMs = 10_000

/** Returns the expiry of a link to a stored file, in milliseconds since 1970; Infinity for a URL without one. */
export const getLinkExpiry = (url: string): number =>
  Number(new URLSearchParams(url.split('?')[1]).get('expires') ?? Number.POSITIVE_INFINITY)

/** True for a link that has expired or is about to, by this device's clock. */
export const isLinkExpiring = (url: string): boolean => getLinkExpiry(url) - Date.now() < expiryMarginMs
