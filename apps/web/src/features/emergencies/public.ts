/** The parts of the emergencies feature used by the shell and the zone selection. */
export { CaptainBar } from './captain/captain-bar.tsx'
export { useIsCaptain } from './captain/use-captain.ts'
export { DeclareButton } from './declare-button.tsx'
export { DrillNotice } from './drill-notice.tsx'
export { EmergencyBars } from './emergency-bars.tsx'
export { kindTitle } from './emergency-words.ts'
