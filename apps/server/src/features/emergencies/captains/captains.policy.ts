import { sql } from 'kysely'
import { defineResource } from '../../../rpc/define-resource.ts'
import { markedZones } from './captain-zones.ts'
import type { TeamRow } from './teams.queries.ts'

/** A team, for those who may account for people in its zone. For calls that write as the owner. */
export const ofTeam = defineResource({
  name: 'team',
  notFound: 'TEAM_NOT_FOUND',
  query: (_tx, { teamId }: { readonly teamId: string }, { userId }) => sql<TeamRow>`
    select t.* from emergency_teams t where t.id = ${teamId} and t.zone_id in (${markedZones(userId)})`,
})
