import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import type { ClaimHow, ClaimState, PersonState } from '@muster/domain/emergency.ts'
import type { CallState } from '@muster/domain/reach.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { type PersonName, selectNames } from '../../../db/person-names.ts'
import { many, type TableRow } from '../../../db/rows.ts'
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
  const rows = await many(tx)<BoardFacts>`
    select ${toJson(zones)} as zones, actor_sees_emergency(${id}) as "seesAll", ${mayManageIn(id)} as "mayManage",
      actor_may_end_emergency(${id}) as "mayEnd", zone_time_zone(${zone_id}::uuid, ${installation}) as "timeZone",
      (select count(distinct coalesce(t.roll_entry_id, t.id)) from (${selectPeopleInside(id)}) t)::int as "insideWithTeams",
      (select count(*) from emergency_leavers l where l.emergency_id = ${id} and ${isStillAway})::int as "leftBefore",
      (select coalesce(sum(unlisted_badges), 0) from emergency_zones where emergency_id = ${id})::int as "unlistedBadges",
      ${toJson(selectNames(sql`${[declared_by, all_clear_by]}::uuid[]`))} as names`
  const [facts] = rows
  if (!facts) throw new Error('A select without a table returned no row')
  return facts
}

/** The newest claims about each person or, without a limit, what each speaker said and answered last; newest first. */
function selectClaims(personIds: readonly string[], limit: number | undefined) {
  const speaker = sql`claimed_by, how, state = 'neutral'`
  const hasLimit = limit !== undefined
  return sql<ClaimRow>`
    select c.*, ${undoneState} as undone_state from unnest(${[...personIds]}::uuid[]) person cross join lateral (
      select ${hasLimit ? sql`` : sql`distinct on (${speaker})`} roll_entry_id, request_id, state, words, undoes, how, place, claimed_by,
        happened_at, received_at
      from emergency_claims where roll_entry_id = person
      order by ${hasLimit ? sql`` : sql`${speaker}, `}happened_at desc, request_id desc limit ${limit ?? null}) c
    order by c.roll_entry_id, c.happened_at desc, c.request_id desc`
}

export type ClaimRow = Pick<
  TableRow<'emergency_claims'>,
  'roll_entry_id' | 'words' | 'place' | 'claimed_by'
> & {
  readonly state: ClaimState
  readonly undone_state: PersonState | null
  readonly how: ClaimHow
  readonly happened_at: Date | string
  readonly received_at: Date | string
}

type PeopleParts = {
  readonly claims: readonly ClaimRow[]
  readonly helpers: readonly HelperRow[]
  readonly inside: readonly PersonInsideRow[]
  /** What is known of the call, by person; without an entry, nothing is known yet. */
  readonly callStates: Readonly<Record<string, CallState>>
  readonly names: readonly PersonName[]
}

type PartsOptions = {
  /** Those whom the call still has to reach. */
  readonly calledIds: readonly string[]
  /** Undefined for what each speaker said last. */
  readonly claimsMost: number | undefined
  /** The zones of a captain, who need not share a zone with everybody who said something: the owner reads then. */
  readonly zoneIds?: readonly string[] | undefined
}

/** Reads what stands beside people on a roll. */
export async function readPeopleParts(
  tx: Tx,
  emergencyId: string,
  personIds: readonly string[],
  { calledIds, claimsMost, zoneIds }: PartsOptions,
): Promise<PeopleParts> {
  const ids = sql`array(select claimed_by from said union select user_id from going)`
  const names = zoneIds
    ? sql<PersonName>`select id, trim(first_name || ' ' || last_name) as name from user_profiles where id = any(${ids})`
    : selectNames(ids)
  const rows = await many(tx)<PeopleParts>`
    with said as materialized (${selectClaims(personIds, claimsMost)}), going as materialized (${selectHelpers(personIds)})
    select ${toJson(sql`select * from said`)} as claims, ${toJson(sql`select * from going`)} as helpers,
      ${toJson(selectPeopleInside(emergencyId, zoneIds))} as inside, ${toJson(names)} as names, (
        select coalesce(json_object_agg(entry, call_state), '{}') from roll_reach(${[...calledIds]}::uuid[])
        where call_state is not null) as "callStates"`
  const [parts] = rows
  if (!parts) throw new Error('A select without a table returned no row')
  return parts
}
