/** Formats `2026-11-20`: the day in the reader's calendar, in the format of `<time>`. */
export function isoDay(at: Date): string {
  const padTwoDigits = (part: number) => String(part).padStart(2, '0')
  return `${String(at.getFullYear()).padStart(4, '0')}-${padTwoDigits(at.getMonth() + 1)}-${padTwoDigits(at.getDate())}`
}
