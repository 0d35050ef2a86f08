/** How other features say that a person's alerts have changed. */
export { alertsEvents } from './alerts.events.ts'
export { alertsPersonalData } from './alerts.personal-data.ts'
export { rewordAlerts } from './reword-alerts.ts'
