/** Exports used by the demo. */
export { hazardReported } from './hazards.alerts.ts'
