const two = (value: number) => String(value).padStart(2, '0')

/** An ISO instant as a `datetime-local` field wants it: `2026-11-20T09:41` in the time zone of the device; '' for none. */
export function toLocalField(instant: string | undefined): string {
  if (instant === undefined) return ''
  const at = new Date(instant)
  const year = String(at.getFullYear()).padStart(4, '0')
  const day = `${year}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}
