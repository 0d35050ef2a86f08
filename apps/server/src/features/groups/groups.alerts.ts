import { msg, plural } from '@lingui/core/runtime-macro'
import { toDisplayName } from '../../db/person-names.ts'
import type { Alert } from '../../live/write.ts'

/** The data of a group that every alert about it needs. */
export type AlertedGroup = { readonly id: string; readonly name: string; readonly zoneId: string }

const createAlert = (
  { id, name, zoneId }: AlertedGroup,
  cause: string,
  details: Pick<Alert, 'to' | 'title' | 'text' | 'replaces'>,
): Alert => ({
  type: 'group_activity',
  zoneId,
  about: { groupId: id, groupName: name },
  source: `group:${id}:${cause}`,
  ...details,
})

/**
 * Creates the alert for people who were added to a group. `additionId` identifies the addition, so that a person who was removed
 * and added again is alerted again.
 */
export const addedToGroupAlert = (
  group: AlertedGroup & { readonly description: string | null },
  additionId: string,
  to: readonly string[],
): Alert =>
  createAlert(group, `added:${additionId}`, {
    to,
    title: msg`You were added to the group ${{ group: group.name }}`,
    text: group.description ?? '',
  })

/** Creates the alert about a mention, even if the group is muted. */
export const mentionedInGroupAlert = (
  group: AlertedGroup,
  { senderName, text }: { readonly senderName: string; readonly text: string },
  to: readonly string[],
): Alert =>
  createAlert(group, 'mention', {
    to,
    title: msg`${{ name: senderName }} mentioned you in ${{ group: group.name }}`,
    text,
    replaces: true,
  })

/** A group's newest message that was not deleted. `senderName` is null once the sender's account is deleted. */
export type NewestMessage = {
  readonly senderName: string | null
  readonly text: string
  readonly fileName: string | null
}

export const unreadInGroupAlert = (
  group: AlertedGroup,
  { messages, newest }: { readonly messages: number; readonly newest: NewestMessage | null },
  to: readonly string[],
) => ({
  ...createAlert(group, 'unread', {
    to,
    title: msg`${plural({ messages }, { one: 'New message', other: '# new messages' })} in ${{ group: group.name }}`,
    text: newest
      ? msg`${{ sender: newest.senderName === null ? msg`Former member` : toDisplayName(newest.senderName) }}: ${{ message: newest.text || (newest.fileName ?? '') }}`
      : '',
    replaces: true,
  }),
  to,
})
