/** The parts of the visitors feature used by other features. */
export { readVisitors } from './read-visitors.ts'
export { useVisitorsInside } from './use-visitors-inside.ts'
export { VisitorsEverywhere } from './visitors-everywhere.tsx'
export { VisitorsFailedLine } from './visitors-failed-line.tsx'
export { VisitorsInside } from './visitors-inside.tsx'
