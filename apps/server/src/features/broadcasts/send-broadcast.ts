import type { WriteContext } from '../../live/write.ts'
import { fail } from '../../rpc/fail.ts'
import { findUnused, useFile } from '../files/index.ts'
import { requireGroups } from '../groups/index.ts'
import { type AlertedBroadcast, broadcastSentAlert } from './broadcasts.alerts.ts'
import { broadcastChangedEvent, broadcastsEvents } from './broadcasts.events.ts'
import { sendBroadcast } from './sending.queries.ts'
import {
  countReach,
  findBroadcastByRequestId,
  insertBroadcast,
  linkGroups,
  type NewBroadcast,
} from './writing.queries.ts'

const maxBroadcastScheduleMs = 365 * 24 * 60 * 60_000

export type SentBroadcast = AlertedBroadcast & { readonly sender_id: string | null }
export type SendResult = { readonly broadcastId: string; readonly people: number; readonly isNew: boolean }
type BroadcastForm = Omit<NewBroadcast, 'mediaUrl' | 'targetGroups'> & {
  readonly targetGroups: readonly string[]
  readonly fileId: string | null
}

/**
 * Sends or schedules a broadcast. A repeated request returns the existing broadcast. Throws REQUEST_ID_TAKEN, GROUP_NOT_FOUND,
 * FILE_NOT_FOUND or SEND_TIME_INVALID.
 */
export async function createBroadcast(
  its: WriteContext,
  { fileId, ...form }: BroadcastForm,
): Promise<SendResult> {
  const { tx, publish, alert } = its
  const existingBroadcast = await findBroadcastByRequestId(tx, form.senderId, form.requestId)
  if (existingBroadcast) {
    const isSame =
      existingBroadcast.title === form.title &&
      existingBroadcast.message === form.message &&
      existingBroadcast.zone_id === form.zoneId
    if (!isSame) throw fail('REQUEST_ID_TAKEN')
    return { broadcastId: existingBroadcast.id, people: existingBroadcast.people, isNew: false }
  }
  if (form.sendAt && !isValidSendTime(form.sendAt)) throw fail('SEND_TIME_INVALID')
  const groups = await requireGroups(tx, form.zoneId, form.targetGroups)
  const file = fileId === null ? undefined : await findUnused(tx, fileId, form.senderId)
  if (fileId !== null && !file) throw fail('FILE_NOT_FOUND')
  const insertedBroadcast = await insertBroadcast(tx, {
    ...form,
    targetGroups: groups,
    mediaUrl: file?.path ?? null,
  })
  // A concurrent request with the same id has inserted it.
  if (!insertedBroadcast) return createBroadcast(its, { ...form, fileId })
  await linkGroups(tx, insertedBroadcast.id, form.senderId, groups)
  if (file && !(await useFile(tx, file.id, insertedBroadcast.id))) throw fail('FILE_NOT_FOUND')
  const broadcast = { ...form, id: insertedBroadcast.id, zone_id: form.zoneId, sender_id: form.senderId }
  const isScheduled = form.sendAt !== null
  publish(
    broadcastsEvents,
    broadcastChangedEvent({ ...broadcast, state: isScheduled ? 'scheduled' : 'sent' }),
  )
  const result = { broadcastId: insertedBroadcast.id, isNew: true }
  if (isScheduled) return { ...result, people: (await countReach(tx, form)).people }
  alert(broadcastSentAlert(broadcast))
  return { ...result, people: await sendBroadcast(tx, insertedBroadcast.id) }
}

export const isValidSendTime = (at: Date) => {
  const msAhead = at.getTime() - Date.now()
  return msAhead > 0 && msAhead <= maxBroadcastScheduleMs
}
