import { groupTopic } from '@muster/contract/topic.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import { type EventRules, type FeedViewer, viewerMay } from '../../live/event-rules.ts'
import { withMessageLinks } from './messages.view.ts'

/** True for people who may view groups in the zone. These events only prompt a refetch, which checks what the viewer may see. */
const canSeeInZone = (viewer: FeedViewer) => viewer.role === null || viewerMay(viewer, 'view_groups')
/** Only people who may read the conversation can follow its topic. */
const canSeeInConversation = () => true
const isOwnEvent = ({ userId }: FeedViewer, event: { userId: string }) => event.userId === userId

/**
 * Rules for the feature's events. Triggers announce deleted groups, members who leave and groups in a suspended zone, because
 * changes to zones, accounts and organisations cause these too.
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
  'group.changed': { on: ['zone', 'admin', 'group'], canSee: canSeeInZone },
  'group.removed': {
    on: ['zone', 'admin', 'group'],
    canSee: canSeeInZone,
    closes: ({ groupId }) => [groupTopic(groupId)],
  },
  'group.closed': {
    on: ['group'],
    canSee: canSeeInConversation,
    closes: ({ groupId }, { role }) => (isInternalAdmin(role) ? [] : [groupTopic(groupId)]),
  },
  'group.member_added': { on: ['zone', 'admin', 'user'], canSee: canSeeInZone, regrants: 'topics' },
  'group.member_removed': {
    on: ['zone', 'admin', 'user'],
    canSee: canSeeInZone,
    closes: ({ groupId, userId }, follower) => (userId === follower.userId ? [groupTopic(groupId)] : []),
    regrants: 'topics',
  },
  'group.message': {
    on: ['group'],
    canSee: ({ linkTo }, event) =>
      event.message.file === null || { ...event, message: withMessageLinks(event.message, linkTo) },
  },
  'group.message_changed': { on: ['group'], canSee: canSeeInConversation },
  'group.reaction': { on: ['group'], canSee: canSeeInConversation },
  /** On the group's topic the event only says that somebody has read further; clients fetch the counts. */
  'group.read': { on: ['group', 'user'], canSee: canSeeInConversation },
  'group.muted': { on: ['user'], canSee: isOwnEvent },
  /** Not replayed to clients that were offline, because it is valid only for a moment. */
  'group.typing': { on: ['group'], passing: true, canSee: canSeeInConversation },
}
