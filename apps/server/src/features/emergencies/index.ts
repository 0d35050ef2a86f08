/** The part of emergencies that other features may use. */

export { callVisitor } from './add-newcomers.ts'
export { listFollowedCaptaincies } from './captains/captain-zones.ts'
export { toOrderedAt } from './emergencies.queries.ts'
export { type EmergencyInZone, listEmergenciesIn } from './emergencies-in-zone.queries.ts'
export { noteVisitBadge } from './note-visit-badge.ts'
export { answerWords, neutralAnswers, neutralWords } from './plans/plans.view.ts'
export { recordAnswer } from './record-answer.ts'
export { type HelpAlerts, recordClaims } from './record-claims.ts'
export { enterEmergency, makeMissingFile } from './responders/make-missing-file.ts'
export {
  listClaimsOnOpenRolls,
  listVisitOnRolls,
  listVisitsOnOpenRolls,
  type VisitOnRoll,
} from './visitors-on-roll.ts'
