/** Lets other features announce changes to a person's alerts. */
export { alertsEvents } from './alerts.events.ts'
export { rewordAlerts } from './reword-alerts.ts'
