export { removeBadges } from './assign-badges.ts'
export { lockBadges } from './badge-keys.queries.ts'
export { badgeStays } from './badge-stays.sql.ts'
export { type BadgeRollPerson, listBadgeRoll } from './list-badge-roll.ts'
