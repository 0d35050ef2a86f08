export { BadgeMark } from './badge-mark.tsx'
export { InsideByBadge } from './inside-by-badge.tsx'
export { useBadgesInside } from './use-badges-inside.ts'
