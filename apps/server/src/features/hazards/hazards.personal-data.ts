import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const hazardsPersonalData: readonly PersonalList[] = [
  {
    name: 'notifications-reported',
    says: msg`Hazards you reported or are assigned to. The text and location of other people’s hazards aren’t included.`,
    table: 'hazards',
    kind: 'hazards',
    of: { reported_by: 'reported_by_me', assignee_id: 'assigned_to_me' },
    order: 'created_at, id',
    onlyAboutMe: ['title', 'description', 'latitude', 'longitude', 'accuracy_meters'],
    leftOut: {
      'a path in the file store; files one sent are in their own list': ['photo_urls'],
      'when the assignee was alerted': ['due_told_at'],
    },
  },
  {
    name: 'notification-steps',
    says: msg`Your actions and comments on hazards, and when you were assigned to them.`,
    table: 'hazard_steps',
    kind: 'hazards',
    of: { actor_id: 'by_me', assignee_id: 'assigned_to_me' },
    order: 'at, id',
    onlyAboutMe: ['note'],
  },
]
