const padTwoDigits = (value: number) => String(value).padStart(2, '0')

/** Converts an ISO instant for a `datetime-local` field: `2026-11-20T09:41` in the device's time zone; '' for none. */
export function toDateTimeLocalValue(instant: string | undefined): string {
  if (instant === undefined) return ''
  const at = new Date(instant)
  const year = String(at.getFullYear()).padStart(4, '0')
  const day = `${year}-${padTwoDigits(at.getMonth() + 1)}-${padTwoDigits(at.getDate())}`
  return `${day}T${padTwoDigits(at.getHours())}:${padTwoDigits(at.getMinutes())}`
}
