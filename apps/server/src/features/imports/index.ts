/** Notes the batches of imports, for the features that import. */
export { noteImport } from './note-import.queries.ts'
