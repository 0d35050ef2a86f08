import type { ReportDocument } from '@muster/contract/report-document.ts'
import type { ReportFormat } from '@muster/domain/report.ts'
import { makeInThread } from '../../../lib/make-in-thread.ts'

/** A callback that receives a file's progress, 0 to 100. */
export type OnProgress = (percent: number) => void

const makers = {
  csv: [new URL('./to-csv.ts', import.meta.url), 'toCsv'],
  xlsx: [new URL('./to-xlsx.ts', import.meta.url), 'toXlsx'],
  pdf: [new URL('./to-pdf.ts', import.meta.url), 'toPdf'],
} as const

/** Renders the file of a report on a separate thread. */
export const renderReport = (
  document: ReportDocument,
  format: ReportFormat,
  signal?: AbortSignal,
  onProgress?: OnProgress,
): Promise<Buffer> => {
  const [module, name] = makers[format]
  return makeInThread(module, name, document, signal, onProgress)
}
