import { t } from '@lingui/core/macro'
import classes from './alerts.module.css'
import { useAlertCounts } from './use-alert-counts.ts'

const most = 99

const figureOf = (unread: number) => (unread > most ? `${most}+` : String(unread))

/** The number of unread alerts, beside the link to them; nothing at zero. `dot` shows a dot where there is no room for a figure. */
export function UnreadBadge({ dot = false }: { dot?: boolean }) {
  const unread = useAlertCounts()?.unread ?? 0
  if (unread === 0) return null
  const figure = figureOf(unread)
  return (
    <span className={classes.badge} data-dot={dot || undefined} role="img" aria-label={t`${figure} unread`}>
      {!dot && figure}
    </span>
  )
}

/** The accessible name of a link to the alerts, including the unread count. */
export function useAlertsLabel(): string {
  const unread = useAlertCounts()?.unread ?? 0
  return unread === 0 ? t`Alerts` : t`Alerts, ${figureOf(unread)} unread`
}
