import { isDeepStrictEqual } from 'node:util'
import type { SweepState } from '@muster/domain/par.ts'
import type { Tx } from '../../../db/database.ts'
import { isAmong } from '../../../db/is-among.ts'
import { many, run, type TableRow } from '../../../db/rows.ts'
import { fail } from '../../../rpc/fail.ts'

export type SweepArea = { readonly id: string; readonly name: string }

export const listAreas = (tx: Tx, zoneId: string, limit: number): Promise<SweepArea[]> =>
  tx
    .selectFrom('sweep_areas')
    .select(['id', 'name'])
    .where('zone_id', '=', zoneId)
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Areas whose id is sent keep it. Throws LIST_CHANGED if the zone has other areas than the expected ones. */
export async function replaceAreas(
  tx: Tx,
  zoneId: string,
  areas: readonly { readonly id?: string | undefined; readonly name: string }[],
  expectedIds?: readonly string[],
): Promise<void> {
  // Two managers who save at the same time must not leave the areas of both.
  await run(tx)`select pg_advisory_xact_lock(hashtextextended(${`sweep areas:${zoneId}`}, 0))`
  const existing = new Set((await listAreas(tx, zoneId, 1_000)).map(it => it.id))
  if (expectedIds && !isDeepStrictEqual(existing, new Set(expectedIds))) throw fail('LIST_CHANGED')
  await tx.deleteFrom('sweep_areas').where('zone_id', '=', zoneId).execute()
  if (areas.length === 0) return
  const usedIds = new Set<string>()
  await tx
    .insertInto('sweep_areas')
    .values(
      areas.map(({ id, name }, position) => {
        const isOwn = id !== undefined && existing.has(id) && !usedIds.has(id)
        if (isOwn) usedIds.add(id)
        return { ...(isOwn && { id }), zone_id: zoneId, name, position }
      }),
    )
    .execute()
}

/** Adds the areas of its zones to a new emergency. */
export const freezeAreas = (tx: Tx, emergencyId: string) =>
  run(tx)`
    insert into emergency_sweeps (emergency_id, zone_id, area_key, area_name, position, request_id, state, happened_at)
    select e.id, a.zone_id, a.id, a.name, a.position, e.id, 'open', e.declared_at
    from emergencies e join emergency_zones z on z.emergency_id = e.id join sweep_areas a on a.zone_id = z.zone_id
    where e.id = ${emergencyId}`

export type SweepRow = Pick<
  TableRow<'emergency_sweeps'>,
  'area_key' | 'area_name' | 'note' | 'claimed_by' | 'happened_at'
> & {
  readonly zone_name: string
  readonly state: SweepState
  /** False for the row that the declaration added. */
  readonly is_claimed: boolean
  readonly disputed: boolean
}

/** Lists the areas of an emergency, of some zones or of all that the actor sees, with what was said last about each. */
export const listSweeps = (
  tx: Tx,
  emergencyId: string,
  { zoneIds, limit }: { zoneIds?: readonly string[]; limit: number },
) =>
  many(tx)<SweepRow>`
    select its.*, coalesce(z.zone_name, '') as zone_name, (
        select count(distinct by_person.state) > 1 from (
          select distinct on (c.claimed_by) c.state from emergency_sweeps c
          where c.emergency_id = ${emergencyId} and c.area_key = its.area_key and c.request_id <> c.emergency_id
          order by c.claimed_by, c.happened_at desc, c.request_id desc) by_person) as disputed
    from (
      select distinct on (s.area_key) s.area_key, s.area_name, s.position, s.zone_id, s.state, s.note, s.claimed_by, s.happened_at,
        s.request_id <> s.emergency_id as is_claimed
      from emergency_sweeps s
      where s.emergency_id = ${emergencyId}
        and ${isAmong('s.zone_id', zoneIds)}
      order by s.area_key, s.request_id <> s.emergency_id desc, s.happened_at desc, s.request_id desc) its
      left join emergency_zones z on z.emergency_id = ${emergencyId} and z.zone_id = its.zone_id
    order by z.name_order, its.position, its.area_key limit ${limit}`

export const findSweepArea = (tx: Tx, emergencyId: string, areaId: string) =>
  tx
    .selectFrom('emergency_sweeps')
    .select(['zone_id', 'area_key', 'area_name', 'position'])
    .where('emergency_id', '=', emergencyId)
    .where('area_key', '=', areaId)
    .limit(1)
    .executeTakeFirst()
