import type { WriteContext } from '../../live/write.ts'
import type { CallInput } from '../../rpc/call-input.ts'
import { fail } from '../../rpc/fail.ts'
import { deleteBroadcastFile, findUnused, useFile } from '../files/index.ts'
import { requireGroups } from '../groups/index.ts'
import { audit } from '../security/index.ts'
import { readName } from './answers.queries.ts'
import { scheduledEditedAlert } from './broadcasts.alerts.ts'
import { broadcastChangedEvent, broadcastsEvents } from './broadcasts.events.ts'
import { type BroadcastRow, readState } from './broadcasts.queries.ts'
import { isValidSendTime } from './send-broadcast.ts'
import {
  type BroadcastContent,
  countReach,
  linkGroups,
  listDeletedTargets,
  unlinkGroups,
  updateScheduled,
} from './writing.queries.ts'

type ScheduledEdit = Omit<CallInput<'broadcasts', 'update'>, 'broadcastId' | 'answers' | 'sendAt'> &
  Pick<BroadcastContent, 'answers'> & { readonly editorId: string; readonly sendAt: Date }

/**
 * Returns the reach. Throws SEND_TIME_INVALID, GROUP_NOT_FOUND, FILE_NOT_FOUND, BROADCAST_SENT, BROADCAST_RECALLED,
 * BROADCAST_CHANGED.
 */
export async function editScheduled(
  { tx, publish, alert }: WriteContext,
  broadcast: Pick<BroadcastRow, 'id' | 'zone_id' | 'sender_id'>,
  { editorId, fileId, updatedAt, ...form }: ScheduledEdit,
): Promise<number> {
  if (!isValidSendTime(form.sendAt)) throw fail('SEND_TIME_INVALID')
  const deletedGroups = (await listDeletedTargets(tx, broadcast.id)).filter(({ id }) =>
    form.targetGroups.includes(id),
  )
  const deletedIds = new Set(deletedGroups.map(({ id }) => id))
  const remainingIds = form.targetGroups.filter(id => !deletedIds.has(id))
  // A broadcast whose groups are all deleted would reach nobody.
  if (deletedGroups.length > 0 && remainingIds.length === 0) throw fail('GROUP_NOT_FOUND')
  const groups = await requireGroups(tx, broadcast.zone_id, remainingIds)
  const file = fileId ? await findUnused(tx, fileId, editorId) : undefined
  if (fileId && !file) throw fail('FILE_NOT_FOUND')
  const mediaUrl = fileId === undefined ? undefined : (file?.path ?? null)
  const content = { ...form, targetGroups: [...groups, ...deletedGroups], mediaUrl, updatedAt }
  if (!(await updateScheduled(tx, broadcast.id, content)))
    throw fail(refusalByState[(await readState(tx, broadcast.id)) ?? ''] ?? 'BROADCAST_SENT')
  await unlinkGroups(tx, broadcast.id)
  await linkGroups(tx, broadcast.id, editorId, groups)
  if (fileId !== undefined) await deleteBroadcastFile(tx, broadcast.id)
  if (file && !(await useFile(tx, file.id, broadcast.id))) throw fail('FILE_NOT_FOUND')
  const { id: broadcastId, zone_id: zoneId, sender_id: senderId } = broadcast
  await audit(tx, 'broadcast_changed', { actorId: editorId, aboutId: senderId, broadcastId, zoneId })
  // The broadcast is sent in the sender's name, so the sender is alerted to edits by others.
  if (senderId !== null && senderId !== editorId) {
    const editorName = await readName(tx, editorId)
    alert(scheduledEditedAlert(broadcast, { title: form.title, editorName, senderId }))
  }
  const { title, priority } = form
  publish(broadcastsEvents, broadcastChangedEvent({ ...broadcast, title, priority, state: 'scheduled' }))
  const targetGroups = content.targetGroups.map(({ id }) => id)
  return (await countReach(tx, { ...form, zoneId, senderId, targetGroups })).people
}

const refusalByState: Readonly<Record<string, 'BROADCAST_RECALLED' | 'BROADCAST_CHANGED'>> = {
  recalled: 'BROADCAST_RECALLED',
  scheduled: 'BROADCAST_CHANGED',
}
