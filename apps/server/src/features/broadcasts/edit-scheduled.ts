import type { Tx } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { deleteBroadcastFile, findUnused, useFile } from '../files/index.ts'
import {
  type BroadcastContent,
  followEdit,
  linkGroups,
  listDeletedTargets,
  readState,
  sendBroadcast,
  unlinkGroups,
  updateScheduled,
} from './broadcasts.queries.ts'
import { isInTime, requireGroups } from './send-broadcast.ts'

type Form = Omit<BroadcastContent, 'targetGroups' | 'sendAt'> & {
  readonly editorId: string
  readonly targetGroups: readonly string[]
  readonly sendAt: Date
  /** Undefined keeps the attachment, null removes it. */
  readonly fileId?: string | null | undefined
  /** The version the edit began from; undefined from older clients. */
  readonly updatedAt?: string | undefined
}

/**
 * Changes a scheduled broadcast; answers how many people it would go to now. Throws SEND_TIME_INVALID, GROUP_NOT_FOUND, FILE_NOT_FOUND, and
 * BROADCAST_SENT, BROADCAST_RECALLED or BROADCAST_CHANGED where that came first.
 */
export async function editScheduled(
  tx: Tx,
  broadcast: { readonly id: string; readonly zoneId: string | null },
  { editorId, fileId, updatedAt, ...form }: Form,
): Promise<number> {
  if (!isInTime(form.sendAt)) throw fail('SEND_TIME_INVALID')
  const deleted = (await listDeletedTargets(tx, broadcast.id)).filter(({ id }) =>
    form.targetGroups.includes(id),
  )
  const deletedIds = new Set(deleted.map(({ id }) => id))
  const remaining = form.targetGroups.filter(id => !deletedIds.has(id))
  // Deleted groups alone reach nobody.
  if (deleted.length > 0 && remaining.length === 0) throw fail('GROUP_NOT_FOUND')
  const groups = await requireGroups(tx, broadcast.zoneId, remaining)
  const file = fileId ? await findUnused(tx, fileId, editorId) : undefined
  if (fileId && !file) throw fail('FILE_NOT_FOUND')
  const mediaUrl = fileId === undefined ? undefined : (file?.path ?? null)
  const content = { ...form, targetGroups: [...groups, ...deleted], mediaUrl, updatedAt }
  if (!(await updateScheduled(tx, broadcast.id, content)))
    throw fail(refusalByState[(await readState(tx, broadcast.id)) ?? ''] ?? 'BROADCAST_SENT')
  await unlinkGroups(tx, broadcast.id)
  await linkGroups(tx, broadcast.id, editorId, groups)
  if (fileId !== undefined) await deleteBroadcastFile(tx, broadcast.id)
  if (file && !(await useFile(tx, file.id, broadcast.id))) throw fail('FILE_NOT_FOUND')
  await followEdit(tx, broadcast.id)
  return sendBroadcast(tx, broadcast.id)
}

const refusalByState: Readonly<Record<string, 'BROADCAST_RECALLED' | 'BROADCAST_CHANGED'>> = {
  recalled: 'BROADCAST_RECALLED',
  scheduled: 'BROADCAST_CHANGED',
}
