import type { DaySpan } from '@muster/domain/report-span.ts'
import { type RawBuilder, sql } from 'kysely'

/** The people and days a report covers. */
export type Scope = DaySpan & {
  readonly zoneIds: readonly string[]
  readonly groupId: string | null
  readonly userId: string | null
  /** The installation's time zone, for zones without one of their own. */
  readonly installation: string
  /** The start of the retention period; older visits are deleted. */
  readonly keptSince: Date
  /** True for an actor, limited by row-level security; false for a schedule, which runs as the database owner. */
  readonly asActor: boolean
}

/** SQL for the zones of the scope (`z`), with their time zone and the start and end of their days. */
export const scopeZones = ({ zoneIds, from, to, installation }: Scope): RawBuilder<unknown> => sql`
  z as materialized (
    select id, name, tz, ${from}::date::timestamp at time zone tz as from_at, (${to}::date + 1)::timestamp at time zone tz as to_at
    from (select id, name, zone_time_zone(id, ${installation}) as tz from zones where id = any(${[...zoneIds]}::uuid[])) zone)`

/** Limits rows to the people in the scope; `personColumn` is the column with the person's id. */
export const peopleCondition = ({ groupId, userId }: Scope, personColumn: string): RawBuilder<unknown> => sql`
  ${userId === null ? sql`` : sql`and ${sql.ref(personColumn)} = ${userId}::uuid`}
  ${groupId === null ? sql`` : sql`and ${sql.ref(personColumn)} in (select m.user_id from group_members m where m.group_id = ${groupId}::uuid)`}`
