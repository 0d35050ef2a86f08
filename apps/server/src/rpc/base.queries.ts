import { type Expression, sql } from 'kysely'
import type pg from 'pg'
import type { Tx } from '../db/database.ts'
import { many, oneOrNone } from '../db/rows.ts'
import type { InZoneRow } from './define-resource.ts'

/** Builds an expression for a member's permissions in the zone that differ from those of their role. */
export const selectChangedPermissions = (assignment: string, zone: string) =>
  sql<Record<
    string,
    boolean
  > | null>`changed_permissions(${sql.ref(assignment)}.user_id, ${sql.ref(zone)}.id)`

/**
 * Reads the zone with the actor's role there, the permissions that differ from that role, when they accepted the invitation, and
 * when their session's entry expires. Does not check access.
 */
export function readActorZone(tx: Tx, actor: { userId: string; sessionId: string }, zoneId: string) {
  return tx
    .selectFrom('zones as z')
    .leftJoin('zone_assignments as a', join =>
      join.onRef('a.zone_id', '=', 'z.id').on('a.user_id', '=', actor.userId),
    )
    .leftJoin('zone_entries as e', join =>
      join
        .onRef('e.zone_id', '=', 'z.id')
        .on('e.session_id', '=', actor.sessionId)
        .on('e.expires_at', '>', new Date()),
    )
    .select([
      'z.id',
      'z.status',
      'a.role as zoneRole',
      'a.accepted_at as acceptedAt',
      'e.expires_at as entryEnds',
    ])
    .select(selectChangedPermissions('a', 'z').as('changes'))
    .where('z.id', '=', zoneId)
    .executeTakeFirst()
}
export type ActorZoneRow = NonNullable<Awaited<ReturnType<typeof readActorZone>>>

/** The fields that decide whether somebody may enter a zone; for the times, it only matters whether they are set. */
export type JudgedZoneRow = Omit<ActorZoneRow, 'acceptedAt' | 'entryEnds'> & {
  readonly acceptedAt: unknown
  readonly entryEnds: unknown
}

export const readResource = <Row>(tx: Tx, resource: Expression<Row>) =>
  oneOrNone(tx)<Row>`select * from (${resource}) thing`

/**
 * Reads a resource's row together with its zone, as `readActorZone` does, in one statement. The zone is null if the row has none or
 * the actor cannot see it.
 */
export async function readWithZone<Row extends InZoneRow>(
  tx: Tx,
  actor: { userId: string; sessionId: string },
  resource: Expression<Row>,
  zoneColumn: 'zone_id' | 'entry_zone_id' = 'zone_id',
): Promise<{ row: Row; zone: JudgedZoneRow | null } | undefined> {
  const rows = await many(tx)<{ actor_zone: JudgedZoneRow | null } & Row>`
    select thing.*, case when z.id is not null then jsonb_build_object('id', z.id, 'status', z.status, 'zoneRole', a.role,
      'acceptedAt', a.accepted_at, 'entryEnds', e.expires_at, 'changes', ${selectChangedPermissions('a', 'z')}) end as actor_zone
    from (${resource}) thing
      left join zones z on z.id = ${sql.ref(`thing.${zoneColumn}`)}
      left join zone_assignments a on a.zone_id = z.id and a.user_id = ${actor.userId}
      left join zone_entries e on e.zone_id = z.id and e.session_id = ${actor.sessionId} and e.expires_at > now()`
  const [row] = rows
  return row && { row, zone: row.actor_zone }
}

/** Identifies a zone as one session of a person sees it. */
export type ActorZoneKey = { readonly sessionId: string; readonly userId: string; readonly zoneId: string }

/** In the order of the keys and without row-level security; undefined where the zone does not exist. */
export async function readActorZones(
  pool: pg.Pool,
  keys: readonly ActorZoneKey[],
): Promise<(ActorZoneRow | undefined)[]> {
  const { rows } = await pool.query<ActorZoneRow & { at: number }>({
    name: 'actor-zones',
    text: `select k.at, z.id, z.status, a.role as "zoneRole", a.accepted_at as "acceptedAt", e.expires_at as "entryEnds",
        changed_permissions(a.user_id, z.id) as changes
      from unnest($1::uuid[], $2::uuid[], $3::uuid[]) with ordinality as k(session_id, user_id, zone_id, at)
      join zones z on z.id = k.zone_id
      left join zone_assignments a on a.zone_id = z.id and a.user_id = k.user_id
      left join zone_entries e on e.zone_id = z.id and e.session_id = k.session_id and e.expires_at > now()`,
    values: [keys.map(it => it.sessionId), keys.map(it => it.userId), keys.map(it => it.zoneId)],
  })
  const rowByIndex = new Map(rows.map(({ at, ...row }) => [at - 1, row]))
  return keys.map((_, at) => rowByIndex.get(at))
}
