/** Returns the URL that dials a number, however it was written: `tel:+911140000000`. */
export function telephone(number: string): string {
  return `tel:${dialled(number)}`
}

/** Returns a number in the form in which a phone dials it. */
export const dialled = (number: string) => number.replace(/[^+\d]/g, '')
