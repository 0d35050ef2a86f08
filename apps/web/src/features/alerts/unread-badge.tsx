import { plural, t } from '@lingui/core/macro'
import { UnreadCount } from '../../ui/badges/unread-count.tsx'
import { useAlertCounts } from './use-alert-counts.ts'

/** `dot` shows a dot where there is no room for a figure. */
export function UnreadBadge({ dot }: { dot?: boolean }) {
  return <UnreadCount unread={useAlertCounts()?.unread ?? 0} dot={dot} />
}

/** Returns the accessible name of a link to the alerts, including the unread count. */
export function useAlertsLabel(): string {
  const unread = useAlertCounts()?.unread ?? 0
  return unread === 0
    ? t`Alerts`
    : t`${plural(unread, { one: 'Alerts, # unread', other: 'Alerts, # unread' })}`
}
