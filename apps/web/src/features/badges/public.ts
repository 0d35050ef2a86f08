/** What is known of people by their badges, for the lists of people inside. */
export { BadgeMark } from './badge-mark.tsx'
export { BadgesFailedLine } from './badges-failed-line.tsx'
export { ByBadge } from './by-badge.tsx'
export { InsideBadgesEverywhere } from './inside-badges-everywhere.tsx'
export { InsideByBadge } from './inside-by-badge.tsx'
export { readBadgeRoll } from './read-badge-roll.ts'
export { useBadgesByZone, useBadgesPolling, useOccupancy } from './use-badges-by-zone.ts'
export { useBadgesInside } from './use-badges-inside.ts'
