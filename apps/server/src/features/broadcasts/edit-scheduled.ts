import type { Tx } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { deleteBroadcastFile, findUnused, useFile } from '../files/index.ts'
import {
  type BroadcastContent,
  linkGroups,
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
}

/**
 * Changes a broadcast that waits for its time; answers how many people it would go to now. Throws SEND_TIME_INVALID, GROUP_NOT_FOUND,
 * FILE_NOT_FOUND, and BROADCAST_SENT or BROADCAST_RECALLED where that came first.
 */
export async function editScheduled(
  tx: Tx,
  broadcast: { readonly id: string; readonly zoneId: string | null },
  { editorId, fileId, ...form }: Form,
): Promise<number> {
  if (!isInTime(form.sendAt)) throw fail('SEND_TIME_INVALID')
  const targetGroups = await requireGroups(tx, broadcast.zoneId, form.targetGroups)
  const file = fileId ? await findUnused(tx, fileId, editorId) : undefined
  if (fileId && !file) throw fail('FILE_NOT_FOUND')
  const mediaUrl = fileId === undefined ? undefined : (file?.path ?? null)
  if (!(await updateScheduled(tx, broadcast.id, { ...form, targetGroups, mediaUrl })))
    throw fail((await readState(tx, broadcast.id)) === 'recalled' ? 'BROADCAST_RECALLED' : 'BROADCAST_SENT')
  await unlinkGroups(tx, broadcast.id)
  await linkGroups(tx, broadcast.id, editorId, targetGroups)
  if (fileId !== undefined) await deleteBroadcastFile(tx, broadcast.id)
  if (file && !(await useFile(tx, file.id, broadcast.id))) throw fail('FILE_NOT_FOUND')
  return sendBroadcast(tx, broadcast.id)
}
