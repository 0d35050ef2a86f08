import { formatDate } from '../../lib/format-day.ts'
import { formatAbsolute } from '../../lib/format-time.ts'

/** The date of an ISO instant, `20 Nov 2026`, with its time on hover. */
export function Day({ at }: { at: string }) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={formatAbsolute(date)}>
      {formatDate(date)}
    </time>
  )
}
