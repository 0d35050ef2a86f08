import type { ReportDocument } from '@muster/contract/report-document.ts'
import type { ReportFormat } from '@muster/domain/report.ts'
import { makeInThread } from '../../../lib/make-in-thread.ts'

export type RenderOrder = { readonly document: ReportDocument; readonly format: ReportFormat }
/** Says how much of a file is made, 0 to 100. */
export type TellPercent = (percent: number) => void

/** The file of a report. Made on a thread of its own. */
export const renderReport = (
  document: ReportDocument,
  format: ReportFormat,
  signal?: AbortSignal,
  onProgress?: TellPercent,
): Promise<Buffer> => {
  const order: RenderOrder = { document, format }
  return makeInThread(new URL('./render-worker.ts', import.meta.url), order, signal, onProgress)
}

export const mediaTypes: Readonly<Record<ReportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}
