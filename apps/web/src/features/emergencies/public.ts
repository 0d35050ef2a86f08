/** The parts of the emergencies feature used by the shell and the zone selection. */
export { DeclareButton } from './declare-button.tsx'
export { DrillNotice } from './drill-notice.tsx'
export { EmergencyBars } from './emergency-bars.tsx'
