import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const emergenciesPersonalData: readonly PersonalList[] = [
  {
    name: 'emergencies-declared',
    says: msg`Emergencies and drills you declared or ended.`,
    table: 'emergencies',
    kind: 'emergencies',
    of: { declared_by: 'declared_by_me', all_clear_by: 'ended_by_me' },
    order: 'declared_at, id',
  },
  {
    name: 'emergencies-on-roll',
    says: msg`Emergencies and drills that called you, with your last position then, and people you added by hand.`,
    table: 'emergency_people',
    kind: 'emergencies',
    of: { user_id: 'about_me', added_by: 'added_by_me' },
    order: 'added_at, id',
    onlyAboutMe: [
      'name',
      'sort_name',
      'phone',
      'inside_since',
      'seen_at',
      'accuracy_meters',
      'latitude',
      'longitude',
      'state',
      'state_at',
      'disputed',
    ],
  },
  {
    name: 'emergency-answers',
    says: msg`What you said in emergencies and drills, about yourself or others.`,
    table: 'emergency_claims',
    kind: 'emergencies',
    of: 'claimed_by',
    order: 'happened_at, id',
  },
  {
    name: 'emergency-claims-about-me',
    says: msg`What you and others said about you in emergencies and drills: how you were, where and when.`,
    table: 'emergency_claims',
    kind: 'emergencies',
    through: { column: 'roll_entry_id', table: 'emergency_people', person: 'user_id' },
    order: 'happened_at, id',
  },
  {
    name: 'emergency-contacts',
    says: msg`Emergency plans, and emergencies declared with them, that tell you when people don’t answer.`,
    table: 'emergency_contacts',
    kind: 'memberships',
    of: 'user_id',
    order: 'id',
  },
]
