import type { ParRound, RoundEnd } from '@muster/domain/par.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { isAmong } from '../../../db/is-among.ts'
import { many, manyValues, type NewRow, type TableRow } from '../../../db/rows.ts'

export type TeamRow = TableRow<'emergency_teams'>

/** Locks a team, so that its rounds are closed and opened one after the other. */
export const lockTeam = (tx: Tx, teamId: string): Promise<TeamRow | undefined> =>
  tx.selectFrom('emergency_teams').selectAll().where('id', '=', teamId).forNoKeyUpdate().executeTakeFirst()

/** Lists teams that have not ended; index: emergency_teams_open. */
export const listTeamsToCheck = (tx: Tx, emergencyId: string | undefined, limit: number) =>
  manyValues(tx)<string>`
    select id from emergency_teams where ended_at is null
      and (${emergencyId === undefined} or emergency_id = ${emergencyId ?? null}::uuid) order by id limit ${limit}`

export type RoundRow = TableRow<'par_rounds'>

const selectRounds = (tx: Tx, teamId: string) =>
  tx.selectFrom('par_rounds').selectAll().where('team_id', '=', teamId).orderBy('number', 'desc').limit(1)

export const findNewestRound = (tx: Tx, teamId: string): Promise<RoundRow | undefined> =>
  selectRounds(tx, teamId).executeTakeFirst()

export const findRound = (tx: Tx, teamId: string, number: number): Promise<RoundRow | undefined> =>
  selectRounds(tx, teamId).where('number', '=', number).executeTakeFirst()

export const findRoundAt = (tx: Tx, teamId: string, at: Date): Promise<RoundRow | undefined> =>
  selectRounds(tx, teamId).where('opened_at', '<=', at).executeTakeFirst()

type NewRound = ParRound & { readonly closedAt?: number; readonly closedBecause?: RoundEnd }

export const insertRound = (tx: Tx, teamId: string, round: NewRound): Promise<RoundRow> =>
  tx
    .insertInto('par_rounds')
    .values({
      ...{ team_id: teamId, number: round.number, closed_because: round.closedBecause ?? null },
      ...{ opened_at: new Date(round.openedAt), due_at: new Date(round.dueAt) },
      closed_at: round.closedAt === undefined ? null : new Date(round.closedAt),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const closeRound = (tx: Tx, roundId: string, at: Date, because: RoundEnd) =>
  tx
    .updateTable('par_rounds')
    .set({ closed_at: sql<Date>`greatest(opened_at, ${at}::timestamptz)`, closed_because: because })
    .where('id', '=', roundId)
    .execute()

/** Lists the people of teams in their order, with the last confirmation in any round. People of the roll have the name that it shows. */
export async function listTeamPeople(tx: Tx, teamIds: readonly string[]) {
  if (teamIds.length === 0) return []
  return tx
    .selectFrom('emergency_team_people as t')
    .leftJoin('emergency_people as p', 'p.id', 't.roll_entry_id')
    .select(['t.id', 't.team_id', 'p.badge'])
    .select([
      sql<string>`coalesce(p.name, t.name)`.as('name'),
      sql<string>`coalesce(p.phone, '')`.as('phone'),
      sql<Date | null>`(select max(c.happened_at) from par_confirmations c where c.team_person_id = t.id)`.as(
        'confirmed_at',
      ),
    ])
    .where('t.team_id', 'in', teamIds)
    .orderBy('t.team_id')
    .orderBy('t.position')
    .execute()
}
export type TeamPersonRow = Awaited<ReturnType<typeof listTeamPeople>>[number]

/** Lists each person's first confirmation in these rounds. `received_at` is the time when the earliest of theirs arrived. */
export async function listConfirmations(tx: Tx, roundIds: readonly string[]) {
  if (roundIds.length === 0) return []
  return tx
    .selectFrom('par_confirmations')
    .distinctOn(['round_id', 'team_person_id'])
    .select(['round_id', 'team_person_id', 'confirmed_by', 'happened_at'])
    .select(sql<Date>`min(received_at) over (partition by round_id, team_person_id)`.as('received_at'))
    .where('round_id', 'in', roundIds)
    .orderBy('round_id')
    .orderBy('team_person_id')
    .orderBy('happened_at')
    .execute()
}
export type ConfirmationRow = Awaited<ReturnType<typeof listConfirmations>>[number]

export const insertConfirmations = (
  tx: Tx,
  personIds: readonly string[],
  row: Omit<NewRow<'par_confirmations'>, 'team_person_id'>,
) =>
  tx
    .insertInto('par_confirmations')
    .values(personIds.map(personId => ({ ...row, team_person_id: personId })))
    .onConflict(it => it.columns(['team_person_id', 'request_id']).doNothing())
    .execute()

export type ListedTeamRow = TeamRow & { readonly zone_name: string; readonly incomplete_rounds: number }

/** Lists the teams of an emergency, of some zones or of all that the actor sees: those that have not ended first, then the newest. */
export const listTeams = (
  tx: Tx,
  emergencyId: string,
  { zoneIds, limit }: { zoneIds?: readonly string[]; limit: number },
) =>
  many(tx)<ListedTeamRow>`
    select t.*, coalesce(z.zone_name, '') as zone_name, (
        select count(*)::integer from par_rounds r where r.team_id = t.id and r.closed_because <> 'complete' and exists (
          select from emergency_team_people p where p.team_id = t.id and not exists (
            select from par_confirmations c
            where c.round_id = r.id and c.team_person_id = p.id and c.happened_at <= r.closed_at))) as incomplete_rounds
    from emergency_teams t left join emergency_zones z on z.emergency_id = t.emergency_id and z.zone_id = t.zone_id
    where t.emergency_id = ${emergencyId}
      and ${isAmong('t.zone_id', zoneIds)}
    order by t.ended_at is not null, t.started_at desc, t.id limit ${limit}`

export async function listNewestRounds(
  tx: Tx,
  teamIds: readonly string[],
  limit: number,
): Promise<RoundRow[]> {
  if (teamIds.length === 0) return []
  return many(tx)<RoundRow>`
    select r.* from unnest(${[...teamIds]}::uuid[]) as its (team_id) cross join lateral (
      select * from par_rounds r where r.team_id = its.team_id order by r.number desc limit ${limit}) r
    order by r.team_id, r.number desc`
}
