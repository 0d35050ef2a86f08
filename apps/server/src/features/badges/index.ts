/** The people inside by badge, for the rolls of emergencies. */
export { addBadgePeople, countBadgePeople, noteBadgeOuts } from './badge-roll.queries.ts'
