/** What the demo and the deletion of accounts do with hazards. */
export { announceUnassigned } from './announce-unassigned.ts'
export { hazardReported } from './hazards.alerts.ts'
