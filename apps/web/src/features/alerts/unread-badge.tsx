import classes from './alerts.module.css'
import { useAlertCounts } from './use-alert-counts.ts'

const most = 99

const figureOf = (unread: number) => (unread > most ? `${most}+` : String(unread))

/** How many alerts are new, beside the word or icon that leads to them; nothing while there are none. `dot`: where there is no room for a figure. */
export function UnreadBadge({ dot = false }: { dot?: boolean }) {
  const unread = useAlertCounts()?.unread ?? 0
  if (unread === 0) return null
  const figure = figureOf(unread)
  return (
    <span className={classes.badge} data-dot={dot || undefined} role="img" aria-label={`${figure} unread`}>
      {!dot && figure}
    </span>
  )
}

/** The name of what leads to the alerts, with the figure that stands on it. */
export function useAlertsLabel(): string {
  const unread = useAlertCounts()?.unread ?? 0
  return unread === 0 ? 'Alerts' : `Alerts, ${figureOf(unread)} unread`
}
