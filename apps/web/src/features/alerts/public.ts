/** What the shell and the settings show of alerts. */
export { AlertPreferencesForm } from './alert-preferences-form.tsx'
export { UnreadBadge, useAlertsLabel } from './unread-badge.tsx'
export { useAlertCounts, useAppBadge } from './use-alert-counts.ts'
