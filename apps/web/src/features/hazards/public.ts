/** The hazard data shown on maps of other features. */
export { useHazardMarkers as useHazardMarks } from './use-hazard-markers.ts'
