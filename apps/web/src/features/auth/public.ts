/** What other features may use of signing in: entering a zone by PIN is a matter of the session. */
export { EnterZoneDialog } from './enter-zone-dialog.tsx'
