/** What the clock and the demo do with hazards. */
export { alertDueHazards } from './alert-due-hazards.ts'
export { hazardReported } from './hazards.alerts.ts'
