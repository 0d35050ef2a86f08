/** What the deletion of a group ends. */

/** What the clock does with deleted files. */
export { removeDeleted } from './documents.queries.ts'
export { logReadingsOfGroupEnded } from './log-readings-ended.ts'
