import { msg } from '@lingui/core/runtime-macro'
import { sql } from 'kysely'
import type { Alert, Audience } from '../../../live/write.ts'
import type { EmergencyRow } from '../emergencies.queries.ts'
import { type NamedOnRoll, toRollName } from '../roll-name.ts'
import type { TeamRow } from './teams.queries.ts'

/** Maximum people named in an alert. */
const MAX_NAMES = 10

type NamedZone = { readonly id: string; readonly name: string }

/** Creates the alert to people who are now captains of a zone, or no longer. It replaces their earlier one about the zone. */
export const captainsNamedAlert = (isCaptain: boolean, { id, name }: NamedZone, to: Audience): Alert => ({
  type: 'zone_assignment',
  zoneId: id,
  to,
  title: isCaptain
    ? msg`You are captain of ${{ zone: name }}`
    : msg`You are no longer captain of ${{ zone: name }}`,
  text: isCaptain
    ? msg`In an emergency you account for its people. Your list is under Captain, even without a network.`
    : msg`You no longer account for its people in an emergency.`,
  about: { captain: isCaptain },
  source: `captain:${id}`,
  replaces: true,
})

/** The person who started the team, and those who manage its zone. Requires the database owner role. */
const teamManagers = ({ zone_id, started_by }: TeamRow): Audience => sql<string[]>`array(
  select u.id from user_profiles u where u.id = ${started_by}::uuid
  union select a.user_id from members_with('broadcast') a where a.zone_id = ${zone_id}::uuid and a.accepted_at is not null)`

/** Creates the alert about a round that was not complete in time. It replaces that about the team's earlier round. */
export function roundOverdueAlert(
  { id, drill }: Pick<EmergencyRow, 'id' | 'drill'>,
  team: TeamRow,
  unconfirmed: readonly NamedOnRoll[],
): Alert {
  const title = msg`${{ name: team.name }}: not everybody is confirmed`
  const names = unconfirmed.slice(0, MAX_NAMES).map(toRollName).join(', ')
  const others = unconfirmed.length - MAX_NAMES
  return {
    type: 'broadcast',
    zoneId: team.zone_id,
    to: teamManagers(team),
    title: drill ? msg`DRILL: ${{ title }}` : title,
    text:
      others > 0
        ? msg`The round is overdue. Not confirmed: ${{ names }} and ${{ others }} more.`
        : msg`The round is overdue. Not confirmed: ${{ names }}.`,
    about: { emergencyId: id, meaning: 'help', urgent: true },
    source: `emergency:${id}:team:${team.id}`,
    replaces: true,
  }
}
