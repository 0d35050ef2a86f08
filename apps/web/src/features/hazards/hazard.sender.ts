import { putFile } from '../../offline/put-file.ts'
import { defineSender } from '../../offline/sender.ts'
import type { ReportForm } from './report-form.ts'

/** A queued report. Its files are queued separately and sent after it. */
export type ReportToSend = ReportForm & { zoneId: string; zoneName: string; requestId: string }
/** A queued file of a report; `hazardId` is set once the report has arrived. */
export type HazardFileToSend = {
  zoneId: string
  title: string
  requestId: string
  name: string
  file: File
  hazardId?: string
}

export const reportSender = defineSender<ReportToSend, { hazardId: string }>({
  name: 'hazard report',
  send: ({ zoneName: _, ...report }, { api, waitedMs }) => api.hazards.report({ ...report, waitedMs }),
})

export const hazardFileSender = defineSender<HazardFileToSend, void>({
  name: 'hazard file',
  isLarge: true,
  follow: (file, { hazardId }: { hazardId: string }) => ({ ...file, hazardId }),
  send: ({ hazardId, zoneId, requestId, name, file }, { token }) =>
    putFile(`hazard-attachments/${hazardId}`, { zoneId, requestId, name }, file, token),
})
