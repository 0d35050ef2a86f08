/** What the maps of other features show of hazards. */
export { useHazardMarks } from './use-hazard-marks.ts'
