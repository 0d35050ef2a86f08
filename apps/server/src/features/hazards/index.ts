/** Exports used by the demo and by the findings of emergencies. */
export { hazardReported } from './hazards.alerts.ts'
export { reportAssignedHazard } from './report-assigned-hazard.ts'
