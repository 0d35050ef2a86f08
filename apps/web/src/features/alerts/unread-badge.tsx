import classes from './alerts.module.css'
import { useAlertCounts } from './use-alert-counts.ts'

const most = 99

/** How many alerts are new, beside the word or icon that leads to them; nothing while there are none. */
export function UnreadBadge() {
  const unread = useAlertCounts()?.unread ?? 0
  if (unread === 0) return null
  return (
    <span className={classes.badge} role="img" aria-label={`${unread} unread`}>
      {unread > most ? `${most}+` : unread}
    </span>
  )
}
