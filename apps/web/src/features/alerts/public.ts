/** The alerts components and hooks used by the shell, the dashboards and the settings. */
export { AlertPreferencesForm } from './alert-preferences-form.tsx'
export { OpenCalls } from './open-calls.tsx'
export { UnreadBadge, useAlertsLabel } from './unread-badge.tsx'
export { useAlertCounts, useAppBadge } from './use-alert-counts.ts'
