export { removeBadges } from './assign-badges.ts'
export { lockBadges } from './badge-keys.queries.ts'
/** The people inside by badge, for rolls. */
export {
  type BadgeScope,
  countUnlistedBadges,
  followDismissals,
  noteBadgeOuts,
  selectBadgePeople,
  updateUnlistedBadges,
} from './badge-roll.queries.ts'
export { badgeStays } from './badge-stays.sql.ts'
export { type BadgeRollPerson, listBadgeRoll } from './list-badge-roll.ts'
