/** The hazard data shown on maps of other features, and the tag of a status. */
export { StatusTag } from './status-tag.tsx'
export { useHazardMarkers as useHazardMarks } from './use-hazard-markers.ts'
