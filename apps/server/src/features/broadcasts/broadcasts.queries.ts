import type { BroadcastFigures, Unreached } from '@muster/contract/broadcasts.ts'
import type { BroadcastPriority, OfferedAnswer, RecipientState } from '@muster/domain/broadcast.ts'
import type { ZoneRole } from '@muster/domain/role.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { enteredZones } from '../../db/entered-zones.ts'
import { findRare } from '../../db/find-rare.ts'
import { wireTime } from '../../db/wire-time.ts'
import type { PageOf } from '../../rpc/paging.ts'

export type BroadcastFilter = {
  zoneId?: string | undefined
  search?: string | undefined
  priority?: BroadcastPriority | undefined
  group?: string | undefined
  senderId?: string | undefined
  sent?: true | undefined
}
export type BroadcastPlace = { readonly at: string; readonly id: string }

/** A placeholder name, because a broadcast without its groups would look as if it were for everybody. */
const HIDDEN_GROUP = 'Another group'

/** Lists are in sending order; unsent ones are in the order of writing. */
const newsTime = sql<Date>`coalesce(b.sent_at, b.created_at)`

/** True if the actor may read the answers and figures of a broadcast; those of a zone only after entering its PIN. */
const showsAnswers = sql<boolean>`case when b.zone_id is null then (select actor_can('view_all_zones'))
  else b.zone_id in (select actor_zones_with('view_zone_users')) and b.zone_id in ${enteredZones} end`

/** True if the actor may know the name of the target group `t`: groups they see, and all those of broadcasts they send or watch. */
const knowsGroup = (userId: string) =>
  sql`(b.sender_id = ${userId} or ${showsAnswers} or t.id in (select id from groups where zone_id in ${enteredZones}))`

/** Broadcasts with their zone, their groups and the actor's own status. */
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
          'name', case when ${knowsGroup(userId)} then coalesce(t.name, '') else ${HIDDEN_GROUP} end) order by t.name)
        from unnest(b.target_groups, b.target_group_names) t (id, name)
        left join broadcast_group_links l on l.broadcast_id = b.id and l.group_id = t.id), '[]')`.as(
        'groups',
      ),
      sql<boolean>`may_broadcast(b.zone_id)`.as('may_manage'),
      sql<Date | null>`question_ended_at(b)`.as('question_ended_at'),
      sql<string>`wire_time(${newsTime})`.as('news_at_exact'),
      showsAnswers.as('shows_answers'),
    ])

export type BroadcastRow = Awaited<ReturnType<ReturnType<typeof broadcasts>['execute']>>[number]

/**
 * The filtered broadcasts, newest first, after a cursor. Indexes: broadcasts_zone_newest, broadcasts_newest; broadcasts_search for
 * rare words.
 */
export async function listBroadcasts(
  tx: Tx,
  userId: string,
  { zoneId, search, priority, group, senderId, sent }: BroadcastFilter,
  { after, limit }: PageOf<BroadcastPlace>,
) {
  let query = broadcasts(tx, userId).orderBy(newsTime, 'desc').orderBy('b.id', 'desc').limit(limit)
  if (zoneId) query = query.where(it => it.or([it('b.zone_id', '=', zoneId), it('b.zone_id', 'is', null)]))
  if (priority) query = query.where('b.priority', '=', priority)
  if (senderId) query = query.where('b.sender_id', '=', senderId)
  if (sent) query = query.where('b.state', '=', 'sent')
  if (group === 'none') query = query.where(sql<boolean>`b.target_groups = '{}'`)
  else if (group) query = query.where(sql<boolean>`${group}::uuid = any(b.target_groups)`)
  if (search) {
    query = query.where(
      sql<boolean>`(search_query(${search}) is null or b.search @@ search_query(${search}))`,
    )
    const rare = await findRare(tx, 'rare_broadcasts', search, zoneId)
    if (rare) query = query.where(sql<boolean>`b.id = any(${rare}::uuid[])`)
  }
  if (after)
    query = query.where(sql<boolean>`(${newsTime}, b.id) < (${after.at}::timestamptz, ${after.id}::uuid)`)
  return query.execute()
}

export const broadcastQuery = (tx: Tx, userId: string, broadcastId: string) =>
  broadcasts(tx, userId).where('b.id', '=', broadcastId)

export const findBroadcast = (tx: Tx, userId: string, broadcastId: string) =>
  broadcastQuery(tx, userId, broadcastId).executeTakeFirst()

/** A group with its name, which is kept in case it is deleted. */
export type TargetGroup = { readonly id: string; readonly name: string }

export type NewBroadcast = {
  readonly requestId: string
  readonly senderId: string
  readonly zoneId: string | null
  readonly title: string
  readonly message: string
  readonly priority: BroadcastPriority
  readonly targetRoles: readonly string[]
  readonly targetGroups: readonly TargetGroup[]
  readonly insideOnly: boolean
  readonly answers: readonly OfferedAnswer[]
  readonly mediaUrl: string | null
  readonly sendAt: Date | null
}

/** The columns that can be changed until the broadcast is sent. */
export type BroadcastContent = Omit<NewBroadcast, 'requestId' | 'senderId' | 'zoneId' | 'mediaUrl'>

const contentColumns = (it: BroadcastContent) => ({
  title: it.title,
  message: it.message,
  priority: it.priority,
  target_roles: [...it.targetRoles],
  target_groups: it.targetGroups.map(({ id }) => id),
  target_group_names: it.targetGroups.map(({ name }) => name),
  inside_only: it.insideOnly,
  answers: it.answers.map(({ text }) => text),
  answer_meanings: it.answers.map(({ meaning }) => meaning),
  send_at: it.sendAt,
})

/** Stores a broadcast for sending; undefined for a repeated request. */
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

/** The broadcast the person sent earlier with this request id, and its number of recipients. */
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
 * Updates a scheduled broadcast and locks it until commit; false if it is no longer scheduled, or was changed after `updatedAt`. If
 * undefined, `mediaUrl` keeps the attachment and `updatedAt` skips the version check.
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

/** Lists the target groups that were deleted since they were chosen, with their stored names. */
export async function listDeletedTargets(tx: Tx, broadcastId: string): Promise<TargetGroup[]> {
  const { rows } = await sql<TargetGroup>`
    select t.id, coalesce(t.name, '') as name
    from broadcasts b, unnest(b.target_groups, b.target_group_names) t (id, name)
    where b.id = ${broadcastId} and not exists (
      select from broadcast_group_links l where l.broadcast_id = b.id and l.group_id = t.id)`.execute(tx)
  return rows
}

/** Returns scheduled, sent or recalled; undefined where the actor does not see it. */
export async function readState(tx: Tx, broadcastId: string): Promise<string | undefined> {
  const query = tx.selectFrom('broadcasts').select('state').where('id', '=', broadcastId)
  return (await query.executeTakeFirst())?.state
}

/** Finds these groups in the zone; without a zone, in any. */
export async function findGroups(
  tx: Tx,
  zoneId: string | null,
  ids: readonly string[],
): Promise<TargetGroup[]> {
  const { rows } = await sql<TargetGroup>`
    select id, name from groups
    where id = any(${[...ids]}::uuid[]) and (${zoneId}::uuid is null or zone_id = ${zoneId}) order by name, id`.execute(
    tx,
  )
  return rows
}

export type Audience = Pick<NewBroadcast, 'zoneId' | 'targetRoles' | 'insideOnly' | 'priority'> & {
  /** Null once their account is deleted. */
  readonly senderId: string | null
  readonly targetGroups: readonly string[]
}

/** Counts the people it would reach now, and those it would not, by barrier. */
export async function countReach(tx: Tx, it: Audience): Promise<{ people: number; unreached: Unreached }> {
  const { rows } = await sql<{ barrier: string | null; role: ZoneRole | null; people: number }>`
    select barrier, role, people from count_broadcast_reach(${it.zoneId}, ${[...it.targetRoles]}::text[],
      ${[...it.targetGroups]}::uuid[], ${it.insideOnly}, ${it.senderId}, ${it.priority === 'urgent'})
    order by people desc, role`.execute(tx)
  const count = (barrier: string | null) => rows.find(row => row.barrier === barrier)?.people ?? 0
  return {
    people: count(null),
    unreached: {
      invited: count('invitation'),
      inactive: count('account'),
      closedZone: count('zone'),
      byRole: rows.flatMap(({ role, people }) => (role === null ? [] : [{ role, people }])),
    },
  }
}

export type Contact = { name: string; phone: string }

/** Lists the people the actor can call about an urgent question they received. */
export async function listContacts(tx: Tx, broadcastId: string): Promise<Contact[]> {
  const { rows } = await sql<{ contacts: Contact[] }>`
    select question_contacts(${broadcastId}) as contacts`.execute(tx)
  return rows[0]?.contacts ?? []
}

export type CallForHelp = {
  alerted: number
  seen_by: string[]
  contacts: Contact[]
}

/** The people alerted by the actor's call for help; undefined unless the actor asked for help. */
export async function readCallForHelp(tx: Tx, broadcastId: string): Promise<CallForHelp | undefined> {
  const { rows } = await sql<CallForHelp>`select * from own_call_for_help(${broadcastId})`.execute(tx)
  return rows[0]
}

/**
 * Marks the actor's alerts of calls for help under a broadcast as read, those of one person or of all; false where none was unread.
 * Index: user_alerts_unread.
 */
export async function markCallsForHelpSeen(
  tx: Tx,
  userId: string,
  broadcastId: string,
  personId: string | undefined,
): Promise<boolean> {
  let query = tx
    .updateTable('user_alerts')
    .set({ is_read: true })
    .where('user_id', '=', userId)
    .where('is_read', '=', false)
    .where(sql<boolean>`metadata ->> 'meaning' = 'help' and metadata ->> 'answerTo' = ${broadcastId}`)
  if (personId) query = query.where(sql<boolean>`metadata ->> 'personId' = ${personId}`)
  return (await query.executeTakeFirst()).numUpdatedRows > 0n
}

/** The urgent questions the actor has not answered, newest first, and their total. */
export async function listOpenQuestions(tx: Tx, limit: number) {
  const rows = await tx
    .selectFrom('broadcasts as b')
    .leftJoin('zones as z', 'z.id', 'b.zone_id')
    .select(['b.id', 'b.title', 'b.message', 'z.name as zone_name', 'b.answers', 'b.answer_meanings'])
    .select(['b.sent_at', sql<number>`count(*) over ()`.as('total')])
    .select(sql<Contact[]>`question_contacts(b.id)`.as('contacts'))
    .where('b.id', 'in', sql<string>`(select actor_open_questions())`)
    .orderBy('b.sent_at', 'desc')
    .orderBy('b.id', 'desc')
    .limit(limit)
    .execute()
  return { rows, total: rows[0]?.total ?? 0 }
}
export type QuestionRow = Awaited<ReturnType<typeof listOpenQuestions>>['rows'][number]

export type Progress = { people: number; answered: number; help: number }

/** Counts recipients, answers and calls for help of several questions in one statement. */
export async function readProgress(
  tx: Tx,
  broadcastIds: readonly string[],
): Promise<ReadonlyMap<string, Progress>> {
  if (broadcastIds.length === 0) return new Map()
  const { rows } = await sql<Progress & { id: string }>`
    select b.id, count(*) as people, count(*) filter (where r.state = 'answered') as answered,
      count(*) filter (where answer_meaning(b.answer_meanings, b.answers, r.answer) = 'help') as help
    from broadcasts b join broadcast_recipients r on r.broadcast_id = b.id
    where b.id = any(${[...broadcastIds]}::uuid[]) group by b.id`.execute(tx)
  return new Map(rows.map(({ id, ...progress }) => [id, progress]))
}

/** The status of all recipients, in one pass. */
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

export type RecipientPlace = { readonly rank: number; readonly name: string; readonly id: string }
type RecipientFilter = {
  state?: RecipientState | undefined
  waiting?: boolean | undefined
  answer?: string | undefined
  search?: string | undefined
}

/** Recipients ordered by urgency (`recipient_rank`), then name, after the cursor. The policies hide names the actor may not know. */
export function listRecipients(
  tx: Tx,
  broadcastId: string,
  { state, waiting, answer, search }: RecipientFilter,
  { after, limit }: PageOf<RecipientPlace>,
) {
  const name = sql<string>`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email, 'Former member')`
  const meaning = sql<string | null>`answer_meaning(b.answer_meanings, b.answers, r.answer)`
  const rank = sql<number>`recipient_rank(r.state, ${meaning}, cardinality(b.answers) > 0)`
  let query = tx
    .selectFrom('broadcast_recipients as r')
    .innerJoin('broadcasts as b', 'b.id', 'r.broadcast_id')
    .leftJoin('user_profiles as u', 'u.id', 'r.user_id')
    .select(['r.user_id', 'r.state', 'r.answer', 'r.reason', 'r.changed_at'])
    .select([name.as('name'), meaning.as('meaning'), rank.as('rank')])
    .where('r.broadcast_id', '=', broadcastId)
    .orderBy('rank')
    .orderBy('name')
    .orderBy('r.user_id')
    .limit(limit)
  if (state) query = query.where('r.state', '=', state)
  if (waiting)
    query = query.where(
      sql<boolean>`r.state in ('queued', 'delivered', 'pushed', 'seen') and (r.state <> 'seen' or cardinality(b.answers) > 0)`,
    )
  if (answer) query = query.where('r.answer', '=', answer)
  if (search)
    query = query.where(
      sql<boolean>`(search_query(${search}) is null or u.search @@ search_query(${search}))`,
    )
  if (after)
    query = query.where(
      sql<boolean>`(${rank}, ${name}, r.user_id) > (${after.rank}::int, ${after.name}, ${after.id}::uuid)`,
    )
  return query.execute()
}

export type Whereabouts = {
  user_id: string
  zone_id: string
  zone_name: string
  is_inside_zone: boolean | null
  captured_at: Date | null
}

/**
 * Finds the zone to show each person's presence in: the broadcast's or, for a broadcast to all zones, the one they are inside, else
 * the one with their latest reading. Presence is null where the policies hide it.
 */
export async function listWhereabouts(
  tx: Tx,
  zoneId: string | null,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Whereabouts>> {
  const { rows } = await sql<Whereabouts>`
    select distinct on (a.user_id) a.user_id, a.zone_id, z.name as zone_name, p.is_inside_zone, p.captured_at
    from zone_assignments a
      join zones z on z.id = a.zone_id
      left join presence_tracking p on p.user_id = a.user_id and p.zone_id = a.zone_id
    where a.user_id = any(${[...userIds]}::uuid[]) and a.accepted_at is not null
      and (${zoneId}::uuid is null or a.zone_id = ${zoneId})
    order by a.user_id, p.is_inside_zone desc nulls last, p.captured_at desc nulls last, a.zone_id`.execute(
    tx,
  )
  return new Map(rows.map(row => [row.user_id, row]))
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

/** Counts sent broadcasts the actor may read. */
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
