import type { BroadcastFigures } from '@muster/contract/broadcasts.ts'
import { standInNames } from '@muster/domain/stand-in-name.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many, one } from '../../db/rows.ts'
import type { CallInput } from '../../rpc/call-input.ts'
import type { PageOf } from '../../rpc/paging.ts'

export type AnswerProgress = { people: number; answered: number; help: number }

/** Counts recipients, answers and calls for help for several questions in one statement. */
export async function readProgress(
  tx: Tx,
  broadcastIds: readonly string[],
): Promise<ReadonlyMap<string, AnswerProgress>> {
  if (broadcastIds.length === 0) return new Map()
  const rows = await many(tx)<AnswerProgress & { id: string }>`
    select b.id, count(*) as people, count(*) filter (where r.state = 'answered') as answered,
      count(*) filter (where answer_meaning(b.answer_meanings, b.answers, r.answer) = 'help') as help
    from broadcasts b join broadcast_recipients r on r.broadcast_id = b.id
    where b.id = any(${[...broadcastIds]}::uuid[]) group by b.id`
  return new Map(rows.map(({ id, ...progress }) => [id, progress]))
}

/** Counts a broadcast's recipients by state in one statement. */
export const readFigures = (tx: Tx, broadcastId: string) =>
  one(tx)<BroadcastFigures>`
    select count(*) as people, count(*) filter (where state = 'queued') as queued,
      count(*) filter (where state = 'delivered') as delivered, count(*) filter (where state = 'pushed') as pushed,
      count(*) filter (where state = 'seen') as seen, count(*) filter (where state = 'answered') as answered,
      count(*) filter (where state = 'unreachable') as unreachable
    from broadcast_recipients where broadcast_id = ${broadcastId}`

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

export type RecipientCursor = { readonly rank: number; readonly name: string; readonly id: string }
type RecipientFilter = Omit<CallInput<'broadcasts', 'recipients'>, 'broadcastId' | 'cursor' | 'limit'>

/** Lists recipients, ordered by urgency (`recipient_rank`) and name, after a cursor. Policies hide names the actor may not know. */
export function listRecipients(
  tx: Tx,
  broadcastId: string,
  { state, waiting, answer, search }: RecipientFilter,
  { after, limit }: PageOf<RecipientCursor>,
) {
  const name = sql<string>`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email, ${standInNames.formerMember})`
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
 * The broadcast's zone; for all zones, where they are inside, else the latest reading's. Presence is null where policies hide it.
 */
export async function listWhereabouts(
  tx: Tx,
  zoneId: string | null,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Whereabouts>> {
  const rows = await many(tx)<Whereabouts>`
    select distinct on (a.user_id) a.user_id, a.zone_id, z.name as zone_name, p.is_inside_zone, p.captured_at
    from zone_assignments a
      join zones z on z.id = a.zone_id
      left join presence_tracking p on p.user_id = a.user_id and p.zone_id = a.zone_id
    where a.user_id = any(${[...userIds]}::uuid[]) and a.accepted_at is not null
      and (${zoneId}::uuid is null or a.zone_id = ${zoneId})
    order by a.user_id, p.is_inside_zone desc nulls last, p.captured_at desc nulls last, a.zone_id`
  return new Map(rows.map(row => [row.user_id, row]))
}
export type RecipientRow = Awaited<ReturnType<typeof listRecipients>>[number]
