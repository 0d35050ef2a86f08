import { plural, t } from '@lingui/core/macro'
import { formatCount } from '../../lib/format-count.ts'
import classes from './unread-count.module.css'

const maxShown = 99

type Props = {
  unread: number
  dot?: boolean | undefined
  /** What is counted, unless it is unread items: “2 open”. */
  label?: string
}

/** Nothing if there are none. `dot` shows a dot where there is no room for a figure. */
export function UnreadCount({ unread, dot = false, label }: Props) {
  if (unread === 0) return null
  return (
    <span
      className={classes.badge}
      data-dot={dot || undefined}
      role="img"
      aria-label={label ?? t`${plural(unread, { one: '# unread', other: '# unread' })}`}
    >
      {!dot && (unread > maxShown ? `${formatCount(maxShown)}+` : formatCount(unread))}
    </span>
  )
}
