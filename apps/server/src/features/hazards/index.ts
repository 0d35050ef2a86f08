/** What the clock, the demo and the deletion of accounts do with hazards. */
export { alertDueHazards } from './alert-due-hazards.ts'
export { announceUnassigned } from './announce-unassigned.ts'
export { hazardReported } from './hazards.alerts.ts'
export { hazardsPersonalData } from './hazards.personal-data.ts'
