/** What the demo does with hazards. */
export { hazardReported } from './hazards.alerts.ts'
