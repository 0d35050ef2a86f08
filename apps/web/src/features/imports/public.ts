export {
  createCsvFormat,
  createGeoJsonFormat,
  type SkippedRow,
} from './left-out-file.ts'
export { ImportRows, SkippedRows } from './skipped-rows.tsx'
export { TableImportForm } from './table-import-form.tsx'
export {
  type ImportFile,
  type ImportStep,
  type Refused,
  toBatches,
  useTableImport,
} from './use-table-import.ts'
