import { standInNames } from '@muster/domain/stand-in-name.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { enteredZones } from '../../db/entered-zones.ts'
import { findRare } from '../../db/find-rare.ts'
import { one } from '../../db/rows.ts'
import { wireTime } from '../../db/wire-time.ts'
import type { CallInput } from '../../rpc/call-input.ts'
import type { PageOf } from '../../rpc/paging.ts'

type BroadcastFilter = Omit<CallInput<'broadcasts', 'list'>, 'cursor' | 'limit'>
export type BroadcastCursor = { readonly at: string; readonly id: string }

/** The placeholder for a hidden group's name. Without it the broadcast would look as if it were addressed to everybody. */
const HIDDEN_GROUP_NAME = standInNames.hiddenGroup

/** The time by which lists are sorted: when a broadcast was sent or, until then, when it was created. */
const newsTime = sql<Date>`coalesce(b.sent_at, b.created_at)`

/** To all zones: requires `view_all_zones`; to one: `view_zone_users` there, and entering it with the PIN. */
const showsAnswers = sql<boolean>`case when b.zone_id is null then (select actor_can('view_all_zones'))
  else b.zone_id in (select actor_zones_with('view_zone_users')) and b.zone_id in ${enteredZones} end`

/** True if the actor may know the name of target group `t`: they can see the group, sent the broadcast or may read its answers. */
const knowsGroup = (userId: string) =>
  sql`(b.sender_id = ${userId} or ${showsAnswers} or t.id in (select id from groups where zone_id in ${enteredZones}))`

/** Selects broadcasts with their zone, their groups and the actor's own status. */
const selectBroadcasts = (tx: Tx, userId: string) =>
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
      'b.answer_meanings',
      'b.created_at',
      'b.send_at',
      'b.sent_at',
      'b.reminded_at',
      wireTime('b.updated_at').as('updated_at_exact'),
      'r.state as my_state',
      'r.answer as my_answer',
    ])
    .select([
      sql<
        { id: string; name: string; deleted: boolean }[]
      >`coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'deleted', l.group_id is null,
          'name', case when ${knowsGroup(userId)} then coalesce(t.name, '') else ${HIDDEN_GROUP_NAME} end) order by t.name)
        from unnest(b.target_groups, b.target_group_names) t (id, name)
        left join broadcast_group_links l on l.broadcast_id = b.id and l.group_id = t.id), '[]')`.as(
        'groups',
      ),
      sql<boolean>`may_broadcast(b.zone_id)`.as('may_manage'),
      sql<Date | null>`question_ended_at(b)`.as('question_ended_at'),
      sql<string>`wire_time(${newsTime})`.as('news_at_exact'),
      showsAnswers.as('shows_answers'),
    ])

export type BroadcastRow = Awaited<ReturnType<ReturnType<typeof selectBroadcasts>['execute']>>[number]

/** Newest first, after a cursor. Indexes: broadcasts_zone_newest, broadcasts_newest; broadcasts_search for rare words. */
export async function listBroadcasts(
  tx: Tx,
  userId: string,
  { zoneId, search, priority, group, senderId, sent, unanswered }: BroadcastFilter,
  { after, limit }: PageOf<BroadcastCursor>,
) {
  let query = selectBroadcasts(tx, userId).orderBy(newsTime, 'desc').orderBy('b.id', 'desc').limit(limit)
  if (zoneId) query = query.where(it => it.or([it('b.zone_id', '=', zoneId), it('b.zone_id', 'is', null)]))
  if (priority) query = query.where('b.priority', '=', priority)
  if (senderId) query = query.where('b.sender_id', '=', senderId)
  if (sent || unanswered) query = query.where('b.state', '=', 'sent')
  if (unanswered)
    query = query
      .where('r.user_id', 'is not', null)
      .where('r.answer', 'is', null)
      .where(sql<boolean>`b.answers <> '{}'`)
  if (group === 'none') query = query.where(sql<boolean>`b.target_groups = '{}'`)
  else if (group) query = query.where(sql<boolean>`${group}::uuid = any(b.target_groups)`)
  if (search) {
    query = query.where(
      sql<boolean>`(search_query(${search}) is null or b.search @@ search_query(${search}))`,
    )
    const rareMatches = await findRare(tx, 'rare_broadcasts', search, zoneId)
    if (rareMatches) query = query.where(sql<boolean>`b.id = any(${rareMatches}::uuid[])`)
  }
  if (after)
    query = query.where(sql<boolean>`(${newsTime}, b.id) < (${after.at}::timestamptz, ${after.id}::uuid)`)
  return query.execute()
}

export const broadcastQuery = (tx: Tx, userId: string, broadcastId: string) =>
  selectBroadcasts(tx, userId).where('b.id', '=', broadcastId)

export const findBroadcast = (tx: Tx, userId: string, broadcastId: string) =>
  broadcastQuery(tx, userId, broadcastId).executeTakeFirst()

/** Returns `scheduled`, `sent` or `recalled`; undefined if the actor cannot see the broadcast. */
export async function readState(tx: Tx, broadcastId: string): Promise<string | undefined> {
  const query = tx.selectFrom('broadcasts').select('state').where('id', '=', broadcastId)
  return (await query.executeTakeFirst())?.state
}

export type BroadcastCounts = {
  total: number
  today: number
  this_week: number
  low: number
  normal: number
  high: number
  urgent: number
}

/** To all zones and the zones the actor has entered; `zoneId` limits it to that zone and those to all. */
export const countBroadcasts = (tx: Tx, zoneId: string | undefined, since: { today: string; week: string }) =>
  one(tx)<BroadcastCounts>`
    select count(*) as total, count(*) filter (where sent_at >= ${since.today}) as today,
      count(*) filter (where sent_at >= ${since.week}) as this_week,
      count(*) filter (where priority = 'low') as low, count(*) filter (where priority = 'normal') as normal,
      count(*) filter (where priority = 'high') as high, count(*) filter (where priority = 'urgent') as urgent
    from broadcasts
    where state = 'sent' and (${zoneId ?? null}::uuid is null or zone_id = ${zoneId ?? null} or zone_id is null)
      and (zone_id is null or zone_id in ${enteredZones})`
