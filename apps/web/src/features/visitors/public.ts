export { VisitorsInside } from './visitors-inside.tsx'
