import type { BroadcastFigures } from '@muster/contract/broadcasts.ts'
import type { BroadcastPriority, RecipientState } from '@muster/domain/broadcast.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { enteredZones } from '../../db/entered-zones.ts'
import { wireTime } from '../../db/wire-time.ts'
import type { PageOf } from '../../rpc/paging.ts'

export type BroadcastFilter = {
  zoneId?: string | undefined
  search?: string | undefined
  priority?: BroadcastPriority | undefined
  group?: string | undefined
  senderId?: string | undefined
}
export type BroadcastPlace = { readonly createdAt: string; readonly id: string }

/** Broadcasts with their zone, their groups and how far they have come with the actor. */
const broadcasts = (tx: Tx, userId: string) =>
  tx
    .selectFrom('broadcasts as b')
    .leftJoin('zones as z', 'z.id', 'b.zone_id')
    .leftJoin('broadcast_recipients as r', join =>
      join.onRef('r.broadcast_id', '=', 'b.id').on('r.user_id', '=', userId),
    )
    .select([
      'b.id',
      'b.title',
      'b.message',
      'b.priority',
      'b.state',
      'b.zone_id',
      'z.name as zone_name',
      'b.sender_id',
      'b.target_roles',
      'b.inside_only',
      'b.answers',
      'b.created_at',
      'b.send_at',
      'b.sent_at',
      'b.reminded_at',
      'r.state as my_state',
      'r.answer as my_answer',
    ])
    .select([
      sql<
        { id: string; name: string }[]
      >`coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name)
        from broadcast_group_links l join groups g on g.id = l.group_id where l.broadcast_id = b.id), '[]')`.as(
        'groups',
      ),
      sql<boolean>`may_broadcast(b.zone_id)`.as('may_manage'),
      wireTime('b.created_at').as('created_at_exact'),
    ])

export type BroadcastRow = Awaited<ReturnType<ReturnType<typeof broadcasts>['execute']>>[number]

/** The broadcasts that pass the filter, newest first, those after a place. Indexes: broadcasts_zone_newest, broadcasts_newest, broadcasts_search. */
export function listBroadcasts(
  tx: Tx,
  userId: string,
  { zoneId, search, priority, group, senderId }: BroadcastFilter,
  { after, limit }: PageOf<BroadcastPlace>,
) {
  let query = broadcasts(tx, userId).orderBy('b.created_at', 'desc').orderBy('b.id', 'desc').limit(limit)
  if (zoneId) query = query.where(it => it.or([it('b.zone_id', '=', zoneId), it('b.zone_id', 'is', null)]))
  if (priority) query = query.where('b.priority', '=', priority)
  if (senderId) query = query.where('b.sender_id', '=', senderId)
  if (group === 'none') query = query.where(sql<boolean>`b.target_groups = '{}'`)
  else if (group) query = query.where(sql<boolean>`${group}::uuid = any(b.target_groups)`)
  if (search)
    query = query.where(
      sql<boolean>`(search_query(${search}) is null or b.search @@ search_query(${search}))`,
    )
  if (after)
    query = query.where(
      sql<boolean>`(b.created_at, b.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
    )
  return query.execute()
}

export const findBroadcast = (tx: Tx, userId: string, broadcastId: string) =>
  broadcasts(tx, userId).where('b.id', '=', broadcastId).executeTakeFirst()

export type NewBroadcast = {
  readonly requestId: string
  readonly senderId: string
  readonly zoneId: string | null
  readonly title: string
  readonly message: string
  readonly priority: BroadcastPriority
  readonly targetRoles: readonly string[]
  readonly targetGroups: readonly string[]
  readonly insideOnly: boolean
  readonly answers: readonly string[]
  readonly mediaUrl: string | null
  readonly sendAt: Date | null
}

/** Writes it down, to be sent; undefined where the person has sent this request before. */
export const insertBroadcast = (tx: Tx, it: NewBroadcast) =>
  tx
    .insertInto('broadcasts')
    .values({
      request_id: it.requestId,
      sender_id: it.senderId,
      zone_id: it.zoneId,
      title: it.title,
      message: it.message,
      priority: it.priority,
      target_roles: [...it.targetRoles],
      target_groups: [...it.targetGroups],
      inside_only: it.insideOnly,
      answers: [...it.answers],
      media_url: it.mediaUrl,
      send_at: it.sendAt,
    })
    .onConflict(conflict => conflict.columns(['sender_id', 'request_id']).doNothing())
    .returning('id')
    .executeTakeFirst()

/** What the person has sent under this number before, and how many it goes to. */
export const findSent = (tx: Tx, senderId: string, requestId: string) =>
  tx
    .selectFrom('broadcasts as b')
    .select(['b.id', 'b.title', 'b.message', 'b.zone_id'])
    .select(
      sql<number>`(select count(*) from broadcast_recipients r where r.broadcast_id = b.id)`.as('people'),
    )
    .where('b.sender_id', '=', senderId)
    .where('b.request_id', '=', requestId)
    .executeTakeFirst()

export const linkGroups = (tx: Tx, broadcastId: string, createdBy: string, groups: readonly string[]) =>
  tx
    .insertInto('broadcast_group_links')
    .values(groups.map(group_id => ({ broadcast_id: broadcastId, group_id, created_by: createdBy })))
    .execute()

/** How many of these groups there are in the zone; without a zone, at all. */
export async function countGroups(tx: Tx, zoneId: string | null, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from groups
    where id = any(${[...ids]}::uuid[]) and (${zoneId}::uuid is null or zone_id = ${zoneId})`.execute(tx)
  return rows[0]?.count ?? 0
}

async function one<T>(tx: Tx, call: ReturnType<typeof sql<{ it: T }>>): Promise<T | undefined> {
  return (await call.execute(tx)).rows[0]?.it
}

/** Freezes who it goes to and alerts them, or leaves it to its time; answers how many people it is for. */
export const sendBroadcast = async (tx: Tx, broadcastId: string): Promise<number> =>
  (await one(tx, sql<{ it: number }>`select send_broadcast(${broadcastId}) as it`)) ?? 0

export type Audience = Pick<NewBroadcast, 'zoneId' | 'targetRoles' | 'targetGroups' | 'insideOnly'>

export const countAudience = async (
  tx: Tx,
  { zoneId, targetRoles, targetGroups, insideOnly }: Audience,
): Promise<number> =>
  (await one(
    tx,
    sql<{ it: number }>`select count_broadcast_audience(${zoneId}, ${[...targetRoles]}::text[],
      ${[...targetGroups]}::uuid[], ${insideOnly}) as it`,
  )) ?? 0

export const recallBroadcast = async (tx: Tx, broadcastId: string): Promise<boolean> =>
  (await one(tx, sql<{ it: boolean }>`select recall_broadcast(${broadcastId}) as it`)) ?? false

/** Answers null within a minute of the last reminder. */
export const remindBroadcast = async (tx: Tx, broadcastId: string): Promise<number | null> =>
  (await one(tx, sql<{ it: number | null }>`select remind_broadcast(${broadcastId}) as it`)) ?? null

/** Sends those whose time has come, twenty at most, or takes them back. As the owner; answers how many they were. */
export const releaseDueBroadcasts = async (tx: Tx): Promise<number> =>
  (await one(tx, sql<{ it: number }>`select release_due_broadcasts() as it`)) ?? 0

/** Says of those whose account is not active any more that they could not be reached. As the owner; answers how many. */
export const noteUnreachable = async (tx: Tx): Promise<number> =>
  (await one(tx, sql<{ it: number }>`select note_unreachable() as it`)) ?? 0

/** Notes that the actor saw it; false where it is not for them. */
export async function markSeen(tx: Tx, userId: string, broadcastId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('broadcast_recipients')
    .set({ state: 'seen', changed_at: sql`now()` })
    .where('broadcast_id', '=', broadcastId)
    .where('user_id', '=', userId)
    .where('state', 'in', ['queued', 'delivered', 'pushed'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The answer that was made last counts. Undefined where a later one is there, or where the broadcast is not for the person. */
export async function setAnswer(
  tx: Tx,
  { userId, broadcastId, answer, at }: BroadcastAnswer,
): Promise<string | undefined> {
  const row = await tx
    .updateTable('broadcast_recipients')
    .set({ state: 'answered', answer, changed_at: at })
    .where('broadcast_id', '=', broadcastId)
    .where('user_id', '=', userId)
    .where('state', '<>', 'unreachable')
    .where(eb => eb.or([eb('state', '<>', 'answered'), eb('changed_at', '<=', at)]))
    .returning('answer')
    .executeTakeFirst()
  return row?.answer ?? undefined
}

/** The answer that counts; undefined for somebody who gave none. */
export async function findAnswer(
  tx: Tx,
  { userId, broadcastId }: Pick<BroadcastAnswer, 'userId' | 'broadcastId'>,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('broadcast_recipients')
    .select('answer')
    .where('broadcast_id', '=', broadcastId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.answer ?? undefined
}

type BroadcastAnswer = { userId: string; broadcastId: string; answer: string; at: Date }

/** How far it has come with everybody, in one pass. */
export async function readFigures(tx: Tx, broadcastId: string): Promise<BroadcastFigures> {
  const { rows } = await sql<BroadcastFigures>`
    select count(*) as people, count(*) filter (where state = 'queued') as queued,
      count(*) filter (where state = 'delivered') as delivered, count(*) filter (where state = 'pushed') as pushed,
      count(*) filter (where state = 'seen') as seen, count(*) filter (where state = 'answered') as answered,
      count(*) filter (where state = 'unreachable') as unreachable
    from broadcast_recipients where broadcast_id = ${broadcastId}`.execute(tx)
  return rows[0] ?? { people: 0, queued: 0, delivered: 0, pushed: 0, seen: 0, answered: 0, unreachable: 0 }
}

export async function countAnswers(tx: Tx, broadcastId: string): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('broadcast_recipients')
    .select(['answer', eb => eb.fn.countAll<number>().as('people')])
    .where('broadcast_id', '=', broadcastId)
    .where('answer', 'is not', null)
    .groupBy('answer')
    .execute()
  return new Map(rows.map(({ answer, people }) => [answer ?? '', people]))
}

export type RecipientPlace = { readonly name: string; readonly id: string }
type RecipientFilter = {
  state?: RecipientState | undefined
  waiting?: boolean | undefined
  search?: string | undefined
}

/** Who it went to, by name, those after a place. Whose name the actor may not know is left to the policies. */
export function listRecipients(
  tx: Tx,
  broadcastId: string,
  { state, waiting, search }: RecipientFilter,
  { after, limit }: PageOf<RecipientPlace>,
) {
  const name = sql<string>`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email, 'Former member')`
  let query = tx
    .selectFrom('broadcast_recipients as r')
    .innerJoin('broadcasts as b', 'b.id', 'r.broadcast_id')
    .leftJoin('user_profiles as u', 'u.id', 'r.user_id')
    .select(['r.user_id', 'r.state', 'r.answer', 'r.reason', 'r.changed_at', name.as('name')])
    .where('r.broadcast_id', '=', broadcastId)
    .orderBy('name')
    .orderBy('r.user_id')
    .limit(limit)
  if (state) query = query.where('r.state', '=', state)
  if (waiting)
    query = query.where(
      sql<boolean>`r.state in ('queued', 'delivered', 'pushed', 'seen') and (r.state <> 'seen' or cardinality(b.answers) > 0)`,
    )
  if (search)
    query = query.where(
      sql<boolean>`(search_query(${search}) is null or u.search @@ search_query(${search}))`,
    )
  if (after) query = query.where(sql<boolean>`(${name}, r.user_id) > (${after.name}, ${after.id}::uuid)`)
  return query.execute()
}
export type RecipientRow = Awaited<ReturnType<typeof listRecipients>>[number]

export type BroadcastCounts = {
  total: number
  today: number
  this_week: number
  low: number
  normal: number
  high: number
  urgent: number
}

/** Of those the actor may read and that were sent. */
export async function countBroadcasts(
  tx: Tx,
  zoneId: string | undefined,
  since: { today: string; week: string },
): Promise<BroadcastCounts> {
  const { rows } = await sql<BroadcastCounts>`
    select count(*) as total, count(*) filter (where sent_at >= ${since.today}) as today,
      count(*) filter (where sent_at >= ${since.week}) as this_week,
      count(*) filter (where priority = 'low') as low, count(*) filter (where priority = 'normal') as normal,
      count(*) filter (where priority = 'high') as high, count(*) filter (where priority = 'urgent') as urgent
    from broadcasts
    where state = 'sent' and (${zoneId ?? null}::uuid is null or zone_id = ${zoneId ?? null} or zone_id is null)
      and (zone_id is null or zone_id in ${enteredZones})`.execute(tx)
  return rows[0] ?? { total: 0, today: 0, this_week: 0, low: 0, normal: 0, high: 0, urgent: 0 }
}
