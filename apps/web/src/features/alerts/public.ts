/** The alerts components and hooks used by the shell and the settings. */
export { AlertPreferencesForm } from './alert-preferences-form.tsx'
export { UnreadBadge, useAlertsLabel } from './unread-badge.tsx'
export { useAlertCounts, useAppBadge } from './use-alert-counts.ts'
