import { t } from '@lingui/core/macro'
import { useRef } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithTime, hasCode, isUnreachable } from '../../lib/error-text.ts'
import type { PositionReading } from '../../lib/geolocation/reading.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { outbox } from '../../offline/device-outbox.ts'
import { queuedTexts } from '../../offline/use-send-or-queue.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { notify } from '../../ui/toast/notify.ts'
import { sendFile, type useUploads } from '../files/public.ts'
import { hazardFileSender, reportSender } from './hazard.sender.ts'
import type { ReportContent, ReportForm } from './report-form.ts'
import type { PositionField } from './use-position-field.ts'

export const reportFailureText = (error: unknown) =>
  hasCode(error, 'UNAUTHORIZED')
    ? t`You must be logged in to report notifications`
    : errorTextWithTime(error, t`Failed to report notification. Please try again.`)

const toReportPosition = ({ lat, lng, accuracyMeters }: PositionReading) => ({ lat, lng, accuracyMeters })

type Options = {
  zone: { id: string; name: string }
  uploads: ReturnType<typeof useUploads>
  findPosition: PositionField['settle']
  onReported: (form: ReportForm) => void
  /** Called with the outcome of the files. `waits`: the report or its files are queued until the network is back. */
  onSent: (files: 'sent' | 'refused' | 'failed' | 'waits') => void
}

export const createFileSender =
  (zoneId: string, hazardId: string): Parameters<ReturnType<typeof useUploads>['sendAll']>[0] =>
  upload =>
    sendFile(`hazard-attachments/${hazardId}`, { zoneId }, upload)

/** If a file fails, the hazard stays reported and a retry sends only the missing ones. Offline, what is unsent waits in the outbox. */
export function useReportHazard({ zone, uploads, findPosition, onReported, onSent }: Options) {
  const { userId } = useMe()
  const requestId = useRef(uuidV7())
  const hazardId = useRef<string>(undefined)
  const lacksPosition = useRef(false)

  /** Queues the unsent files; resolves to false if one could not be stored. */
  const queueFiles = async (title: string, at: string, parent: { after?: string; hazardId?: string }) => {
    const { after, hazardId } = parent
    for (const { id, file } of uploads.unsent()) {
      const payload = { zoneId: zone.id, title, requestId: id, name: file.name, file, hazardId }
      const entry = { id, kind: hazardFileSender.name, userId, payload, at, ...(after && { after }) }
      if ((await outbox.add(entry)) === 'full') return false
    }
    return true
  }
  const queueReport = async (form: ReportForm): Promise<boolean> => {
    const [id, at] = [requestId.current, new Date().toISOString()]
    const payload = { ...form, zoneId: zone.id, zoneName: zone.name, requestId: id }
    // Queue the report last: it may be sent at any moment once stored, and its files must be queued by then.
    const entry = { id, kind: reportSender.name, userId, payload, at }
    if ((await queueFiles(form.title, at, { after: id })) && (await outbox.add(entry)) === 'kept') return true
    for (const { id: fileId } of uploads.unsent()) await outbox.forget(fileId)
    return false
  }

  return useAct({
    call: async (content: ReportContent) => {
      if (!hazardId.current) {
        const { reading, isLacking } = await findPosition()
        lacksPosition.current = isLacking
        const form = { ...content, position: reading ? toReportPosition(reading) : null }
        try {
          const report = { ...form, zoneId: zone.id, requestId: requestId.current }
          hazardId.current = (await api.hazards.report(report)).hazardId
        } catch (error) {
          if (!isUnreachable(error) || !(await queueReport(form))) throw error
          onReported(form)
          return { files: 'waits' as const }
        }
        onReported(form)
      }
      const fileOutcome = await uploads.sendAll(createFileSender(zone.id, hazardId.current))
      const isCutOff = fileOutcome === 'failed' && !navigator.onLine
      const parent = { hazardId: hazardId.current }
      if (isCutOff && (await queueFiles(content.title, new Date().toISOString(), parent)))
        return { files: 'waits' as const }
      return { files: fileOutcome }
    },
    onDone: ({ files }) => {
      onSent(files)
      const next = lacksPosition.current ? t`Without a position.` : undefined
      if (files === 'sent') notify.success(t`Notification reported successfully`, undefined, { next })
      if (files === 'waits') notify.success(...queuedTexts, { next })
    },
    failed: reportFailureText,
    invalidatesUnlessLive: [orpc.hazards.key()],
  })
}
