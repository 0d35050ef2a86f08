import type { ReportMoment } from '@muster/contract/emergencies.ts'
import { limits } from '@muster/domain/limits.ts'
import type { Tx } from '../../../db/database.ts'
import { many } from '../../../db/rows.ts'
import { toRollName } from '../roll-name.ts'

export type CaptainMoment = Pick<ReportMoment, 'what' | 'subject' | 'unconfirmed'> & {
  readonly at: Date
  /** Null for rounds, and for teams that ended by themselves. */
  readonly user_id: string | null
}

/** Lists when teams went in and came out, their rounds that were not complete, and what was said about areas, each in order of time. */
export async function listCaptainMoments(
  tx: Tx,
  emergencyId: string,
  limit: number,
): Promise<CaptainMoment[]> {
  const teams = await listTeamMoments(tx, emergencyId, limit)
  const areas = await many(tx)<CaptainMoment>`
    select happened_at as at, 'area_' || state as what, area_name as subject, claimed_by as user_id from emergency_sweeps
    where emergency_id = ${emergencyId} and request_id <> emergency_id
    order by happened_at, request_id limit ${limit}`
  return [...teams, ...areas]
}

type TeamMomentRow = Omit<CaptainMoment, 'unconfirmed'> & {
  readonly people: readonly { readonly name: string; readonly badge: string | null }[] | null
}

async function listTeamMoments(tx: Tx, emergencyId: string, limit: number): Promise<CaptainMoment[]> {
  const rows = await many(tx)<TeamMomentRow>`
    with teams as (select * from emergency_teams where emergency_id = ${emergencyId}), moments as (
      select started_at as at, 'team_started' as what, name as subject, started_by as user_id, null::jsonb as people from teams
      union all
      select ended_at, 'team_ended', name, ended_by, null::jsonb from teams where ended_at is not null
      union all
      select r.closed_at, 'team_round', m.name, null::uuid, its.people
      from teams m join par_rounds r on r.team_id = m.id and r.closed_at is not null cross join lateral (
        select jsonb_agg(jsonb_build_object('name', coalesce(p.name, t.name), 'badge', p.badge) order by t.position) as people
        from emergency_team_people t left join emergency_people p on p.id = t.roll_entry_id
        where t.team_id = m.id and not exists (
          select from par_confirmations c
          where c.round_id = r.id and c.team_person_id = t.id and c.happened_at <= r.closed_at)) its
      where its.people is not null)
    select * from moments order by at, what <> 'team_round', what limit ${limit}`
  return rows.map(({ people, ...moment }) => ({
    ...moment,
    ...(people && { unconfirmed: people.slice(0, limits.teamPeopleMost).map(toRollName) }),
  }))
}
