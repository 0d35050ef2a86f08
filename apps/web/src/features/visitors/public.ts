export { useVisitorsInside } from './use-visitors-inside.ts'
export { VisitorsEverywhere } from './visitors-everywhere.tsx'
export { VisitorsFailedLine } from './visitors-failed-line.tsx'
export { VisitorsInside } from './visitors-inside.tsx'
