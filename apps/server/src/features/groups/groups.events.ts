import { groupTopic } from '@muster/contract/topic.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import { type EventRules, type FeedViewer, viewerMay } from '../../live/event-rules.ts'
import { withMessageLinks } from './messages.view.ts'

/** The event only prompts a refetch, and the call decides what may be seen. */
const seenInZone = (viewer: FeedViewer) => viewer.role === null || viewerMay(viewer, 'view_groups')
/** Only people who may read the conversation can follow its topic. */
const seenInRoom = () => true
const seenByOneself = ({ userId }: FeedViewer, event: { userId: string }) => event.userId === userId

/**
 * Rules of the events that the feature's writes publish. Triggers announce deleted groups, members who leave and groups of a
 * suspended zone, because zones, accounts and organisations cause these too.
 */
export const groupsEvents: EventRules<
  | 'group.changed'
  | 'group.removed'
  | 'group.closed'
  | 'group.member_added'
  | 'group.member_removed'
  | 'group.message'
  | 'group.message_changed'
  | 'group.reaction'
  | 'group.read'
  | 'group.muted'
  | 'group.typing'
> = {
  'group.changed': { on: ['zone', 'admin', 'group'], seenBy: seenInZone },
  'group.removed': {
    on: ['zone', 'admin', 'group'],
    seenBy: seenInZone,
    closes: ({ groupId }) => [groupTopic(groupId)],
  },
  'group.closed': {
    on: ['group'],
    seenBy: seenInRoom,
    closes: ({ groupId }, { role }) => (isInternalAdmin(role) ? [] : [groupTopic(groupId)]),
  },
  'group.member_added': { on: ['zone', 'admin', 'user'], seenBy: seenInZone, regrants: 'topics' },
  'group.member_removed': {
    on: ['zone', 'admin', 'user'],
    seenBy: seenInZone,
    closes: ({ groupId, userId }, follower) => (userId === follower.userId ? [groupTopic(groupId)] : []),
    regrants: 'topics',
  },
  'group.message': {
    on: ['group'],
    seenBy: ({ linkTo }, event) =>
      event.message.file === null || { ...event, message: withMessageLinks(event.message, linkTo) },
  },
  'group.message_changed': { on: ['group'], seenBy: seenInRoom },
  'group.reaction': { on: ['group'], seenBy: seenInRoom },
  /** On the group's topic it only says that somebody read further; clients fetch the counts. */
  'group.read': { on: ['group', 'user'], seenBy: seenInRoom },
  'group.muted': { on: ['user'], seenBy: seenByOneself },
  /** Not replayed to clients that were offline: it is valid only for a moment. */
  'group.typing': { on: ['group'], passing: true, seenBy: seenInRoom },
}
