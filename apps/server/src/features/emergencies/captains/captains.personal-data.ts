import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../../platform/personal-list.ts'

export const captainsPersonalData: readonly PersonalList[] = [
  {
    name: 'evacuation-note',
    says: msg`What you need to leave in an emergency.`,
    table: 'evacuation_notes',
    kind: 'profile',
    of: 'user_id',
    order: 'updated_at',
  },
  {
    name: 'emergency-sweeps',
    says: msg`What you said about areas in emergencies and drills.`,
    table: 'emergency_sweeps',
    kind: 'emergencies',
    of: 'claimed_by',
    order: 'happened_at, id',
  },
  {
    name: 'emergency-teams',
    says: msg`Teams that you sent back in during emergencies and drills.`,
    table: 'emergency_teams',
    kind: 'emergencies',
    of: { started_by: 'started_by_me', ended_by: 'ended_by_me' },
    order: 'started_at, id',
  },
  {
    name: 'emergency-teams-with-me',
    says: msg`Teams in which you were sent back in during emergencies and drills.`,
    table: 'emergency_team_people',
    kind: 'emergencies',
    through: { column: 'roll_entry_id', table: 'emergency_people', person: 'user_id' },
    order: 'team_id, id',
  },
  {
    name: 'emergency-team-confirmations',
    says: msg`People you confirmed in teams that were sent back in.`,
    table: 'par_confirmations',
    kind: 'emergencies',
    of: 'confirmed_by',
    order: 'happened_at, id',
  },
]
