import { plural, t } from '@lingui/core/macro'
import { formatCount } from '../../lib/format-count.ts'
import classes from './alerts.module.css'
import { useAlertCounts } from './use-alert-counts.ts'

const maxShown = 99

/**
 * The number of unread alerts, shown beside the link to the alerts; nothing if there are none. `dot` shows a dot where there is no
 * room for a figure.
 */
export function UnreadBadge({ dot = false }: { dot?: boolean }) {
  const unread = useAlertCounts()?.unread ?? 0
  if (unread === 0) return null
  return (
    <span
      className={classes.badge}
      data-dot={dot || undefined}
      role="img"
      aria-label={t`${plural(unread, { one: '# unread', other: '# unread' })}`}
    >
      {!dot && (unread > maxShown ? `${formatCount(maxShown)}+` : formatCount(unread))}
    </span>
  )
}

/** Returns the accessible name of a link to the alerts, including the unread count. */
export function useAlertsLabel(): string {
  const unread = useAlertCounts()?.unread ?? 0
  return unread === 0
    ? t`Alerts`
    : t`${plural(unread, { one: 'Alerts, # unread', other: 'Alerts, # unread' })}`
}
