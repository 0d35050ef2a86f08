import type { ReportDocument } from '@muster/contract/report-document.ts'
import type { ReportFormat } from '@muster/domain/report.ts'
import { makeInThread } from '../../../lib/make-in-thread.ts'

export type RenderRequest = { readonly document: ReportDocument; readonly format: ReportFormat }
/** A callback that receives a file's progress, 0 to 100. */
export type OnProgress = (percent: number) => void

/** Renders the file of a report on a separate thread. */
export const renderReport = (
  document: ReportDocument,
  format: ReportFormat,
  signal?: AbortSignal,
  onProgress?: OnProgress,
): Promise<Buffer> => {
  const renderRequest: RenderRequest = { document, format }
  return makeInThread(new URL('./render-worker.ts', import.meta.url), renderRequest, signal, onProgress)
}

export const mediaTypeByFormat: Readonly<Record<ReportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}
