/** A link that has less than this left is not used any more, in milliseconds. */
const ending = 10_000

/** When a link to a stored file ends, in milliseconds since 1970; Infinity for an address that names no end. */
export const linkEnd = (url: string): number =>
  Number(new URLSearchParams(url.split('?')[1]).get('expires') ?? Number.POSITIVE_INFINITY)

/** Whether a link has ended or is about to, by the clock of this device. */
export const isEnding = (url: string): boolean => linkEnd(url) - Date.now() < ending
