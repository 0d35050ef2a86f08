import { t } from '@lingui/core/macro'
import { VisuallyHidden } from '@mantine/core'
import { useContext } from 'react'
import { formatAgo, formatUpcoming } from '../../lib/format-time.ts'
import { StaleContext } from '../live/stale-context.ts'
import { ClockContext } from './clock-context.ts'
import classes from './relative-time.module.css'
import { useNow } from './use-now.ts'

type Props = {
  /** ISO 8601 instant. */
  at: string
  /** `ago`: "2 min ago". `since`: "since 09:41". `clock`: "09:41". `coming`: "tomorrow, 08:00". */
  form?: 'ago' | 'since' | 'clock' | 'coming'
  /** Below a minute, `ago` counts seconds, for the age of possibly outdated data. Always on while `StaleContext` is true. */
  bySeconds?: boolean
}

/** A time in everyday words. The absolute time is shown on hover and read by screen readers. */
export function RelativeTime({ at, form = 'ago', bySeconds = false }: Props) {
  const clock = useContext(ClockContext)
  const isExact = useContext(StaleContext) || bySeconds
  const now = new Date(useNow(isExact && form === 'ago'))
  const date = new Date(at)
  const absoluteText = clock.formatAbsolute(date)
  const addPrefix = (time: string) => (form === 'since' ? t`since ${time}` : time)
  const label =
    form === 'ago'
      ? formatAgo(date, now, isExact, clock)
      : form === 'coming'
        ? formatUpcoming(date, now)
        : addPrefix(clock.formatClock(date, now))
  return (
    <time dateTime={at} title={absoluteText} className={classes.time}>
      <span aria-hidden="true">{label}</span>
      <VisuallyHidden>{addPrefix(absoluteText)}</VisuallyHidden>
    </time>
  )
}
