/** Lets other features announce changes to a person's alerts. */
export { alertsEvents } from './alerts.events.ts'
export { deleteOldPresenceAlerts } from './alerts.queries.ts'
export { dropOrders, markRead } from './mark-read.queries.ts'
export { closeAlerts, rewordAlerts } from './reword-alerts.ts'
