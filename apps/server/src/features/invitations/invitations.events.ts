import { type EventRules, viewerMay } from '../../live/event-rules.ts'

export const invitationsEvents: EventRules<'invitation.changed'> = {
  'invitation.changed': { on: ['zone'], canSee: viewer => viewerMay(viewer, 'link_users') },
}
