/** Returns the URL that dials a number, however it was written: `tel:+911140000000`. */
export function toTelephoneUrl(number: string): string {
  return `tel:${toDialString(number)}`
}

/** Returns a number in the form in which a phone dials it. */
export const toDialString = (number: string) => number.replace(/[^+\d]/g, '')
