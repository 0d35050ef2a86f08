import type { DaySpan } from '@muster/domain/report-span.ts'
import { type RawBuilder, sql } from 'kysely'

/** Whom and which days a report is about. */
export type Scope = DaySpan & {
  readonly zoneIds: readonly string[]
  readonly groupId: string | null
  readonly userId: string | null
  /** Time zone of zones that have none of their own. */
  readonly installation: string
  /** Older visits are not kept. */
  readonly keptSince: Date
  /** Whether an actor asks, bound by row-level security, or the owner for a schedule. */
  readonly asActor: boolean
}

/** The zones of the scope (`z`) with their time zone and the moments at which its days begin and end. */
export const scopeZones = ({ zoneIds, from, to, installation }: Scope): RawBuilder<unknown> => sql`
  z as materialized (
    select id, name, tz, ${from}::date::timestamp at time zone tz as from_at, (${to}::date + 1)::timestamp at time zone tz as to_at
    from (select id, name, zone_time_zone(id, ${installation}) as tz from zones where id = any(${[...zoneIds]}::uuid[])) zone)`

/** Narrows rows with a person to those of the scope. */
export const ofScopePeople = ({ groupId, userId }: Scope, person: string): RawBuilder<unknown> => sql`
  ${userId === null ? sql`` : sql`and ${sql.ref(person)} = ${userId}::uuid`}
  ${groupId === null ? sql`` : sql`and ${sql.ref(person)} in (select m.user_id from group_members m where m.group_id = ${groupId}::uuid)`}`
