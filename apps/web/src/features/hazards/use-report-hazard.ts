import type { HazardSeverity } from '@muster/domain/hazard.ts'
import { useRef } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { notify } from '../../ui/toast/notify.ts'
import { sendFile, type useUploads } from '../files/public.ts'

const failure = 'Failed to report notification. Please try again.'

export type ReportForm = {
  title: string
  description: string
  severity: HazardSeverity
  position: { lat: number; lng: number; accuracyMeters: number | null } | null
}

type Options = {
  zoneId: string
  uploads: ReturnType<typeof useUploads>
  onReported: (form: ReportForm) => void
  /** What became of the files. */
  onSent: (files: 'sent' | 'refused' | 'failed') => void
}

/** Sends the file to the hazard it belongs to. */
export const sendTo =
  (zoneId: string, hazardId: string): Parameters<ReturnType<typeof useUploads>['sendAll']>[0] =>
  upload =>
    sendFile(`hazard-attachments/${hazardId}`, { zoneId }, upload)

/**
 * Reports a hazard and sends its files after it. Where some of them fail the hazard is there all the same: pressing again sends those that
 * are missing, and no second report.
 */
export function useReportHazard({ zoneId, uploads, onReported, onSent }: Options) {
  const requestId = useRef(uuidV7())
  const hazardId = useRef<string>(undefined)
  return useAct({
    call: async (form: ReportForm) => {
      if (!hazardId.current) {
        const { position, ...words } = form
        const answer = await api.hazards.report({ zoneId, requestId: requestId.current, position, ...words })
        hazardId.current = answer.hazardId
        onReported(form)
      }
      return { files: await uploads.sendAll(sendTo(zoneId, hazardId.current)) }
    },
    onDone: ({ files }) => {
      onSent(files)
      if (files === 'sent') notify.success('Notification reported successfully')
    },
    failed: error => errorTextWithTime(error, failure),
    invalidatesUnlessLive: [orpc.hazards.key()],
  })
}
