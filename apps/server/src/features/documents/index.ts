/** Exports used by the demo and by the deletion of groups. */
export {
  documentAddedAlert as documentAdded,
  readingRequestedAlert as readingAsked,
} from './documents.alerts.ts'
export { endReadingsOfGroup } from './end-readings.ts'
