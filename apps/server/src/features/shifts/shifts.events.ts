import { can } from '@muster/domain/permission.ts'
import type { EventRules, FeedViewer } from '../../live/event-rules.ts'

/** `role` is null only on a person's own topic, where they may see only events about themselves. */
const canSee = ({ userId, role }: FeedViewer, event: { userId: string }) =>
  role === null ? event.userId === userId : can(role, 'view_attendance')

export const shiftsEvents: EventRules<'shifts.changed' | 'attendance.corrected' | 'attendance.objected'> = {
  'shifts.changed': { on: ['zone', 'admin'], canSee: () => true },
  'attendance.corrected': { on: ['zone', 'admin', 'user'], canSee },
  'attendance.objected': { on: ['zone', 'admin', 'user'], canSee },
}
