import type { Unreached } from '@muster/contract/broadcasts.ts'
import type { ReachCounts } from '@muster/contract/reach.ts'
import type { OfferedAnswer } from '@muster/domain/broadcast.ts'
import type { ReachWay } from '@muster/domain/reach.ts'
import type { ZoneRole } from '@muster/domain/role.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { toReachCounts } from '../../db/reach.ts'
import { many } from '../../db/rows.ts'
import type { CallInput } from '../../rpc/call-input.ts'

/** A target group; its name is stored in case the group is deleted. */
export type TargetGroup = { readonly id: string; readonly name: string }

export type NewBroadcast = Omit<
  CallInput<'broadcasts', 'send'>,
  'answers' | 'targetGroups' | 'sendAt' | 'fileId'
> & {
  readonly senderId: string
  readonly targetGroups: readonly TargetGroup[]
  readonly answers: readonly OfferedAnswer[]
  readonly mediaUrl: string | null
  readonly sendAt: Date | null
}

/** The fields that can be changed until the broadcast is sent, apart from the attachment. */
export type BroadcastContent = Omit<NewBroadcast, 'requestId' | 'senderId' | 'zoneId' | 'mediaUrl'>

/** Stored rows keep texts and meanings in separate arrays (`pairAnswers` of the domain). */
export const toAnswerColumns = (answers: readonly OfferedAnswer[]) => ({
  answers: answers.map(({ text }) => text),
  answer_meanings: answers.map(({ meaning }) => meaning),
})

const contentColumns = (it: BroadcastContent) => ({
  title: it.title,
  message: it.message,
  priority: it.priority,
  target_roles: [...it.targetRoles],
  target_groups: it.targetGroups.map(({ id }) => id),
  target_group_names: it.targetGroups.map(({ name }) => name),
  inside_only: it.insideOnly,
  ...toAnswerColumns(it.answers),
  send_at: it.sendAt,
})

/** Inserts a broadcast; returns undefined if the sender has already used this request id. */
export const insertBroadcast = (tx: Tx, it: NewBroadcast) =>
  tx
    .insertInto('broadcasts')
    .values({
      request_id: it.requestId,
      sender_id: it.senderId,
      zone_id: it.zoneId,
      media_url: it.mediaUrl,
      ...contentColumns(it),
    })
    .onConflict(conflict => conflict.columns(['sender_id', 'request_id']).doNothing())
    .returning('id')
    .executeTakeFirst()

/** Finds the broadcast that the person sent with this request id, and counts its recipients. */
export const findBroadcastByRequestId = (tx: Tx, senderId: string, requestId: string) =>
  tx
    .selectFrom('broadcasts as b')
    .select(['b.id', 'b.title', 'b.message', 'b.zone_id'])
    .select(
      sql<number>`(select count(*) from broadcast_recipients r where r.broadcast_id = b.id)`.as('people'),
    )
    .where('b.sender_id', '=', senderId)
    .where('b.request_id', '=', requestId)
    .executeTakeFirst()

export async function linkGroups(
  tx: Tx,
  broadcastId: string,
  createdBy: string,
  groups: readonly TargetGroup[],
): Promise<void> {
  if (groups.length === 0) return
  await tx
    .insertInto('broadcast_group_links')
    .values(groups.map(({ id }) => ({ broadcast_id: broadcastId, group_id: id, created_by: createdBy })))
    .execute()
}

export const unlinkGroups = (tx: Tx, broadcastId: string) =>
  tx.deleteFrom('broadcast_group_links').where('broadcast_id', '=', broadcastId).execute()

/**
 * Locks it; false if no longer scheduled or changed after `updatedAt` (undefined: no check). Undefined `mediaUrl` keeps the
 * attachment.
 */
export async function updateScheduled(
  tx: Tx,
  broadcastId: string,
  {
    mediaUrl,
    updatedAt,
    ...content
  }: BroadcastContent & { mediaUrl: string | null | undefined; updatedAt: string | undefined },
): Promise<boolean> {
  let query = tx
    .updateTable('broadcasts')
    .set({ ...contentColumns(content), ...(mediaUrl !== undefined && { media_url: mediaUrl }) })
    .where('id', '=', broadcastId)
    .where('state', '=', 'scheduled')
  if (updatedAt !== undefined) query = query.where(sql<boolean>`updated_at = ${updatedAt}::timestamptz`)
  const { numUpdatedRows } = await query.executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Lists the target groups that were deleted since they were selected, with their stored names. */
export const listDeletedTargets = (tx: Tx, broadcastId: string) =>
  many(tx)<TargetGroup>`
    select t.id, coalesce(t.name, '') as name
    from broadcasts b, unnest(b.target_groups, b.target_group_names) t (id, name)
    where b.id = ${broadcastId} and not exists (
      select from broadcast_group_links l where l.broadcast_id = b.id and l.group_id = t.id)`

export type BroadcastAudience = Pick<NewBroadcast, 'zoneId' | 'targetRoles' | 'insideOnly' | 'priority'> & {
  /** Null once the sender's account is deleted. */
  readonly senderId: string | null
  readonly targetGroups: readonly string[]
}

/** Counts the people a broadcast would reach now, by the way it gets to them, and those it would not reach, by reason. */
export async function countReach(
  tx: Tx,
  it: BroadcastAudience,
): Promise<{ people: number; reach: ReachCounts; unreached: Unreached }> {
  const rows = await many(tx)<{
    barrier: string | null
    role: ZoneRole | null
    way: ReachWay | null
    people: number
  }>`
    select barrier, role, way, people from count_broadcast_reach(${it.zoneId}, ${[...it.targetRoles]}::text[],
      ${[...it.targetGroups]}::uuid[], ${it.insideOnly}, ${it.senderId}, ${it.priority === 'urgent'})
    order by people desc, role`
  const countByBarrier = (barrier: string | null) =>
    rows.filter(row => row.barrier === barrier).reduce((sum, row) => sum + row.people, 0)
  return {
    people: countByBarrier(null),
    reach: toReachCounts(rows.filter(row => row.barrier === null)),
    unreached: {
      invited: countByBarrier('invitation'),
      inactive: countByBarrier('account'),
      closedZone: countByBarrier('zone'),
      byRole: rows.flatMap(({ role, people }) => (role === null ? [] : [{ role, people }])),
    },
  }
}
