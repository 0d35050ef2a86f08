/** The hazard data shown on maps of other features. */
export { useHazardMarks } from './use-hazard-marks.ts'
