/** The people inside by badge, for rolls. */
export {
  addBadgePeople,
  countBadgePeople,
  followDismissals,
  noteBadgeOuts,
  selectBadgePeople,
} from './badge-roll.queries.ts'
export { badgeStays } from './badge-stays.sql.ts'
export { isInsideByBadge } from './carried-by-visitors.sql.ts'
export { type BadgeRollPerson, listBadgeRoll } from './list-badge-roll.ts'
