export { AlertPreferencesForm } from './alert-preferences-form.tsx'
export { OpenCalls } from './open-calls.tsx'
export { UnreadBadge, useAlertsLabel } from './unread-badge.tsx'
export { useAlertCounts, useAppBadge } from './use-alert-counts.ts'
