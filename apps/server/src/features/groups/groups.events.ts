import { groupTopic } from '@muster/contract/topic.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import { type EventRules, type FeedViewer, viewerMay } from '../../live/event-rules.ts'
import { withMessageLinks } from './messages.view.ts'

/** That there is something to ask for; what it is, the call decides. */
const seenInZone = (viewer: FeedViewer) => viewer.role === null || viewerMay(viewer, 'view_groups')
/** Only who may read the conversation follows its topic. */
const seenInRoom = () => true
const seenByOneself = ({ userId }: FeedViewer, event: { userId: string }) => event.userId === userId

/**
 * The writes of the feature publish them. Triggers announce deleted groups, members who leave and groups of a suspended zone: zones, accounts
 * and organisations cause these too.
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
  /** On the topic of the group it says only that somebody read on: whoever wants to know how many asks. */
  'group.read': { on: ['group', 'user'], seenBy: seenInRoom },
  'group.muted': { on: ['user'], seenBy: seenByOneself },
  /** Nobody misses it who was away: it held for a moment. */
  'group.typing': { on: ['group'], passing: true, seenBy: seenInRoom },
}
