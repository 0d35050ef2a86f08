export { ImportRows, SkippedRows } from './skipped-rows.tsx'
export { TableImportForm } from './table-import-form.tsx'
export { type ImportStep, useTableImport } from './use-table-import.ts'
