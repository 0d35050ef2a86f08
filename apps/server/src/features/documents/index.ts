/** What the clock does with deleted files. */
export { removeDeleted } from './documents.queries.ts'
