import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import type { ClaimHow, ClaimState, PersonState } from '@muster/domain/emergency.ts'
import type { CallState } from '@muster/domain/reach.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { type PersonName, selectNames } from '../../../db/person-names.ts'
import { type PersonInsideRow, selectPeopleInside } from '../captains/people-inside.queries.ts'
import { undoneState } from '../claims.queries.ts'
import type { EmergencyRow } from '../emergencies.queries.ts'
import { mayManageIn, mayMarkIn } from '../emergency-zones.queries.ts'
import { type HelperRow, selectHelpers } from '../help.queries.ts'
import { isStillAway } from '../leavers.queries.ts'

/** The rows of a select as JSON, whose times are text. */
const toJson = <Row>(select: RawBuilder<Row>) =>
  sql<Row[]>`(select coalesce(json_agg(its), '[]') from (${select}) its)`

type BoardFacts = Pick<
  EmergencyDetail,
  | 'zones'
  | 'seesAll'
  | 'mayManage'
  | 'mayEnd'
  | 'insideWithTeams'
  | 'leftBefore'
  | 'unlistedBadges'
  | 'timeZone'
> & { readonly names: readonly PersonName[] }

/** Reads what the actor sees of an emergency besides its roll, and may do in it. Index: emergency_zones_name. */
export async function readBoardFacts(
  tx: Tx,
  { id, zone_id, declared_by, all_clear_by }: EmergencyRow,
  { installation, zonesMost }: { readonly installation: string; readonly zonesMost: number },
): Promise<BoardFacts> {
  const zones = sql`select zone_id as id, zone_name as name, coalesce(${mayMarkIn('zone_id')}, false) as "mayMark"
    from emergency_zones where emergency_id = ${id} and zone_id is not null order by name_order, zone_id limit ${zonesMost}`
  const { rows } = await sql<BoardFacts>`
    select ${toJson(zones)} as zones, actor_sees_emergency(${id}) as "seesAll", ${mayManageIn(id)} as "mayManage",
      actor_may_end_emergency(${id}) as "mayEnd", zone_time_zone(${zone_id}::uuid, ${installation}) as "timeZone",
      (select count(distinct coalesce(t.roll_entry_id, t.id)) from (${selectPeopleInside(id)}) t)::int as "insideWithTeams",
      (select count(*) from emergency_leavers l where l.emergency_id = ${id} and ${isStillAway})::int as "leftBefore",
      (select coalesce(sum(unlisted_badges), 0) from emergency_zones where emergency_id = ${id})::int as "unlistedBadges",
      ${toJson(selectNames(sql`${[declared_by, all_clear_by]}::uuid[]`))} as names`.execute(tx)
  const [facts] = rows
  if (!facts) throw new Error('A select without a table returned no row')
  return facts
}

const selectClaims = (personIds: readonly string[], limit: number) => sql<ClaimRow>`
  select c.*, ${undoneState} as undone_state from unnest(${[...personIds]}::uuid[]) person cross join lateral (
    select roll_entry_id, request_id, state, words, undoes, how, place, claimed_by, happened_at, received_at
    from emergency_claims where roll_entry_id = person order by happened_at desc, request_id desc limit ${limit}) c`

export type ClaimRow = {
  readonly roll_entry_id: string
  readonly state: ClaimState
  readonly undone_state: PersonState | null
  readonly words: string
  readonly how: ClaimHow
  readonly place: string
  readonly claimed_by: string | null
  readonly happened_at: Date | string
  readonly received_at: Date | string
}

type PeopleParts = {
  /** The newest claims about each person, newest first. */
  readonly claims: readonly ClaimRow[]
  readonly helpers: readonly HelperRow[]
  readonly inside: readonly PersonInsideRow[]
  /** What is known of the call, by person; without an entry, nothing is known yet. */
  readonly callStates: Readonly<Record<string, CallState>>
  readonly names: readonly PersonName[]
}

/** Reads what stands beside people on a roll. `calledIds`: those whom the call still has to reach. */
export async function readPeopleParts(
  tx: Tx,
  emergencyId: string,
  personIds: readonly string[],
  { calledIds, claimsMost }: { readonly calledIds: readonly string[]; readonly claimsMost: number },
): Promise<PeopleParts> {
  const names = selectNames(sql`array(select claimed_by from said union select user_id from going)`)
  const { rows } = await sql<PeopleParts>`
    with said as materialized (${selectClaims(personIds, claimsMost)}), going as materialized (${selectHelpers(personIds)})
    select ${toJson(sql`select * from said`)} as claims, ${toJson(sql`select * from going`)} as helpers,
      ${toJson(selectPeopleInside(emergencyId))} as inside, ${toJson(names)} as names, (
        select coalesce(json_object_agg(entry, call_state), '{}') from roll_reach(${[...calledIds]}::uuid[])
        where call_state is not null) as "callStates"`.execute(tx)
  const [parts] = rows
  if (!parts) throw new Error('A select without a table returned no row')
  return parts
}
