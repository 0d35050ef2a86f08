import { thumbnailPath } from '@muster/domain/attachment.ts'
import { MINUTE_MS } from '@muster/domain/time-units.ts'
import { sql } from 'kysely'
import { v7 as uuidV7 } from 'uuid'
import type { Tx } from '../db/database.ts'
import { mentionedInGroup } from '../features/groups/index.ts'
import type { FileStorage } from '../lib/file-storage.ts'
import type { WriteContext } from '../live/write.ts'
import { demoChat } from './demo-chat.ts'
import { drawStairs } from './draw-stairs.ts'

/** Age in minutes after which all demo people have read a message. */
const READ_AFTER_MINUTES = 60

type World = { readonly people: ReadonlyMap<string, string>; readonly now: number }

/** The messages are backdated and come with a photo, reactions, the alerts for mentions, and how far everybody has read. */
export async function seedChat(
  { tx, alert }: WriteContext,
  world: World,
  files: Pick<FileStorage, 'put'>,
): Promise<void> {
  for (const [name, messages] of Object.entries(demoChat)) {
    const { id: groupId, zone_id: zoneId } = await tx
      .selectFrom('groups')
      .select(['id', 'zone_id'])
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    const messageIds: string[] = []
    for (const message of messages) {
      const at = new Date(world.now - message.minutesAgo * MINUTE_MS)
      const senderId = findPersonId(world, message.by)
      const mentions = (message.mentions ?? []).map(key => findPersonId(world, key))
      const storedPhoto = message.photo
        ? await storePhoto(tx, { groupId, by: senderId, at }, files)
        : undefined
      const { id } = await tx
        .insertInto('group_messages')
        .values({
          group_id: groupId,
          request_id: uuidV7(),
          sender_id: senderId,
          message_text: message.text,
          reply_to: message.replyTo === undefined ? null : (messageIds[message.replyTo] ?? null),
          mentions,
          file_url: storedPhoto?.path ?? null,
          file_name: storedPhoto?.name ?? null,
          created_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      messageIds.push(id)
      if (mentions.length > 0) {
        const alertContext = { senderName: await findPersonName(tx, senderId), text: message.text }
        alert(mentionedInGroup({ id: groupId, name, zoneId }, alertContext, mentions))
      }
      if (storedPhoto)
        await tx
          .insertInto('group_files')
          .values({
            group_id: groupId,
            message_id: id,
            uploaded_by: senderId,
            file_name: storedPhoto.name,
            file_url: storedPhoto.path,
            file_type: 'image/webp',
            file_size: storedPhoto.size,
            created_at: at,
          })
          .execute()
      for (const [reactorKey, emoji] of message.reactions ?? [])
        await tx
          .insertInto('group_reactions')
          .values({ group_id: groupId, message_id: id, user_id: findPersonId(world, reactorKey), emoji })
          .execute()
    }
    await sql`update groups set last_message_at = (
      select max(created_at) from group_messages where group_id = ${groupId}) where id = ${groupId}`.execute(
      tx,
    )
    await sql`
      update group_reads r set alerted = g.last_number, last_read = greatest(r.last_read, coalesce((
        select max(number) from group_messages m where m.group_id = r.group_id
          and m.created_at < ${new Date(world.now - READ_AFTER_MINUTES * MINUTE_MS)}), 0))
      from groups g where g.id = r.group_id and r.group_id = ${groupId}`.execute(tx)
  }
}

async function findPersonName(tx: Tx, id: string): Promise<string> {
  const { first_name, last_name } = await tx
    .selectFrom('user_profiles')
    .select(['first_name', 'last_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return `${first_name} ${last_name}`
}

function findPersonId({ people }: World, key: string): string {
  const id = people.get(key)
  if (!id) throw new Error(`The demo knows no ${key}`)
  return id
}

async function storePhoto(
  tx: Tx,
  { groupId, by, at }: { groupId: string; by: string; at: Date },
  files: Pick<FileStorage, 'put'>,
): Promise<{ path: string; name: string; size: number }> {
  const { whole, small } = await drawStairs()
  const path = `group-files/${at.getTime()}-demo.webp`
  await files.put(path, whole)
  await files.put(thumbnailPath(path), small)
  await tx
    .insertInto('stored_files')
    .values({
      request_id: uuidV7(),
      path,
      name: 'stairs.jpg',
      media_type: 'image/webp',
      size_bytes: whole.length,
      has_thumbnail: true,
      uploaded_by: by,
      group_id: groupId,
      created_at: at,
    })
    .execute()
  return { path, name: 'stairs.jpg', size: whole.length }
}
