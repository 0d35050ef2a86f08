import type { InsideParts } from '@muster/contract/inside-parts.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { one } from '../../db/rows.ts'
import { escapeLikePattern } from '../../lib/like-text.ts'
import type { PageOf } from '../../rpc/paging.ts'

export type InsideZoneCursor = { readonly over: boolean; readonly inside: number; readonly id: string }
type InsideZoneFilter = { search?: string | undefined; only?: 'over' | 'unseen' | undefined }

const isOverCapacity = sql<boolean>`coalesce(z.current_occupancy > z.max_capacity, false)`

/**
 * Lists a page of the zones with somebody inside, after a cursor: those over capacity first, then by occupancy. A search also finds
 * active zones without anybody inside.
 */
export function listInsideZones(
  tx: Tx,
  { search = '', only }: InsideZoneFilter,
  { after, limit }: PageOf<InsideZoneCursor>,
) {
  let query = tx
    .selectFrom('zones as z')
    .select(['z.id', 'z.name', 'z.status', 'z.max_capacity', 'z.current_occupancy', 'z.unseen_occupancy'])
    .select(['z.phone_occupancy', 'z.badge_occupancy', 'z.visitor_occupancy'])
    .select(isOverCapacity.as('over'))
    .orderBy(isOverCapacity, 'desc')
    .orderBy('z.current_occupancy', 'desc')
    .orderBy('z.id', 'desc')
    .limit(limit)
  const words = search.split(/\s+/).filter(Boolean)
  query =
    words.length > 0
      ? query.where(eb => eb.or([eb('z.status', '=', 'active'), eb('z.current_occupancy', '>', 0)]))
      : query.where('z.current_occupancy', '>', 0)
  for (const word of words)
    query = query.where(sql<boolean>`z.name ilike ${`%${escapeLikePattern(word)}%`}::text`)
  if (only === 'over') query = query.where(isOverCapacity)
  if (only === 'unseen') query = query.where('z.unseen_occupancy', '>', 0)
  if (after)
    query = query.where(
      sql<boolean>`(${isOverCapacity}, z.current_occupancy, z.id) < (${after.over}::boolean, ${after.inside}::int, ${after.id}::uuid)`,
    )
  return query.execute()
}
export type InsideZoneRow = Awaited<ReturnType<typeof listInsideZones>>[number]

type InsideCounts = {
  people: number
  parts: InsideParts
  unseen: number
  zones: number
  zonesOverCapacity: number
  zonesWithUnseen: number
}

/** Each person once, by phone if anywhere. Also zones with somebody inside, over capacity, with unseen people. */
export const countInside = (tx: Tx) =>
  one(tx)<InsideCounts>`
    with inside as (
      select bool_or(way = 'phone') as by_phone, bool_or(visit_id is not null) as visitor, bool_and(unseen) as unseen
      from people_inside() group by person)
    select p.*, z.* from
      (select count(*) as people, count(*) filter (where unseen) as unseen, jsonb_build_object(
         'byPhone', count(*) filter (where by_phone), 'byBadge', count(*) filter (where not by_phone and not visitor),
         'visitors', count(*) filter (where visitor)) as parts
       from inside) p,
      (select count(*) as zones, count(*) filter (where ${isOverCapacity}) as "zonesOverCapacity",
         count(*) filter (where z.unseen_occupancy > 0) as "zonesWithUnseen"
       from zones z where z.current_occupancy > 0) z`
