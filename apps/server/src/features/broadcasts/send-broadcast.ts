import { limits } from '@muster/domain/limits.ts'
import type { Tx } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { once } from '../../rpc/once.ts'
import { findUnused, useFile } from '../files/index.ts'
import {
  findGroups,
  findSent,
  insertBroadcast,
  linkGroups,
  type NewBroadcast,
  sendBroadcast,
  type TargetGroup,
} from './broadcasts.queries.ts'

export type Sent = { readonly broadcastId: string; readonly people: number }
type Form = Omit<NewBroadcast, 'mediaUrl' | 'targetGroups'> & {
  readonly targetGroups: readonly string[]
  readonly fileId: string | null
}

/**
 * Sends a broadcast, or writes it down for its time. Sending the same again answers with the one made the first time. Throws
 * REQUEST_ID_TAKEN, GROUP_NOT_FOUND, FILE_NOT_FOUND, SEND_TIME_INVALID.
 */
export async function send(tx: Tx, { fileId, ...form }: Form): Promise<Sent> {
  const { row } = await once({
    find: () => findSent(tx, form.senderId, form.requestId),
    isSame: before =>
      before.title === form.title && before.message === form.message && before.zone_id === form.zoneId,
    insert: () => sendFirst(tx, form, fileId),
  })
  return { broadcastId: row.id, people: row.people }
}

async function sendFirst(tx: Tx, form: Omit<Form, 'fileId'>, fileId: string | null) {
  if (form.sendAt && !isInTime(form.sendAt)) throw fail('SEND_TIME_INVALID')
  const groups = await requireGroups(tx, form.zoneId, form.targetGroups)
  const file = fileId === null ? undefined : await findUnused(tx, fileId, form.senderId)
  if (fileId !== null && !file) throw fail('FILE_NOT_FOUND')
  const made = await insertBroadcast(tx, { ...form, targetGroups: groups, mediaUrl: file?.path ?? null })
  if (!made) return
  await linkGroups(tx, made.id, form.senderId, groups)
  if (file && !(await useFile(tx, file.id, made.id))) throw fail('FILE_NOT_FOUND')
  return { id: made.id, people: await sendBroadcast(tx, made.id) }
}

/** The chosen groups, each once. Throws GROUP_NOT_FOUND where one is not in the zone. */
export async function requireGroups(
  tx: Tx,
  zoneId: string | null,
  chosen: readonly string[],
): Promise<TargetGroup[]> {
  const ids = [...new Set(chosen)]
  if (ids.length === 0) return []
  const groups = await findGroups(tx, zoneId, ids)
  if (groups.length !== ids.length) throw fail('GROUP_NOT_FOUND')
  return groups
}

export const isInTime = (at: Date) => {
  const ahead = at.getTime() - Date.now()
  return ahead > 0 && ahead <= limits.broadcastScheduleMostMs
}
