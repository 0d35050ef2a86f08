/** Returns the URL that dials a number, however it was written: `tel:+911140000000`. */
export function toTelephoneUrl(number: string): string {
  return `tel:${toDialString(number)}`
}

/** Reduces a number to what a phone dials: digits and plus signs. */
export const toDialString = (number: string) => number.replace(/[^+\d]/g, '')
