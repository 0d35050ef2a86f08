/** The parts of the emergencies feature used by the shell, the zone selection and the questions of broadcasts. */
export { CaptainBar } from './captain/captain-bar.tsx'
export { useIsCaptain } from './captain/use-captain.ts'
export { DeclareButton } from './declare-button.tsx'
export { DrillNotice } from './drill-notice.tsx'
export { EmergencyBars } from './emergency-bars.tsx'
export { kindTitle } from './emergency-words.ts'
export { useNeedsAnswer } from './needs-answer.ts'
export { OpenEmergenciesBadge } from './open-emergencies-badge.tsx'
