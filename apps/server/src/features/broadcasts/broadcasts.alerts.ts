import { msg } from '@lingui/core/runtime-macro'
import type { AnswerMeaning } from '@muster/domain/broadcast.ts'
import { toExcerpt } from '@muster/domain/excerpt.ts'
import type { Text } from '../../lib/texts/text.ts'
import type { Alert, Audience } from '../../live/write.ts'
import { allRecipients, waitingRecipients } from './broadcasts.audience.ts'
import type { BroadcastRow } from './broadcasts.queries.ts'

export type AlertedBroadcast = Pick<BroadcastRow, 'id' | 'zone_id' | 'title' | 'message' | 'priority'>

/** Creates the alert about a sent broadcast. An urgent one ignores quiet hours and is emailed too. */
export const broadcastSentAlert = ({ id, zone_id, title, message, priority }: AlertedBroadcast): Alert => ({
  type: 'broadcast',
  zoneId: zone_id,
  to: allRecipients(id),
  title,
  text: toExcerpt(message),
  about: { broadcastId: id, ...(priority === 'urgent' && { urgent: true }) },
  source: `broadcast:${id}`,
})

/** For reachable recipients who have not answered or, without a question, not seen it. Replaces their first alert. */
export const broadcastReminderAlert = (broadcast: AlertedBroadcast): Alert => ({
  ...broadcastSentAlert(broadcast),
  to: waitingRecipients(broadcast.id),
  title: msg`Reminder: ${{ title: broadcast.title }}`,
  replaces: true,
})

/** Creates the alert that tells the sender about somebody else's edit, because the broadcast is sent in the sender's name. */
export const scheduledEditedAlert = (
  { id, zone_id }: Pick<BroadcastRow, 'id' | 'zone_id'>,
  { title, editorName, senderId }: { title: string; editorName: string; senderId: string },
): Alert => ({
  type: 'system',
  zoneId: zone_id,
  to: [senderId],
  title: msg`${{ name: editorName }} changed your scheduled broadcast`,
  text: title,
  about: { broadcastId: id },
  source: `broadcast:${id}:edited`,
  replaces: true,
})

const obstacleTexts = {
  'sender deleted': msg`The sender’s account was deleted. Send it again if it’s still needed.`,
  'sender inactive': msg`The sender’s account is no longer active. Send it again if it’s still needed.`,
  'may not send': msg`At the scheduled time, you could no longer send to this zone, or the zone wasn’t active.`,
  'groups deleted': msg`Its groups were deleted. Send it to other people if it’s still needed.`,
}
export type Obstacle = keyof typeof obstacleTexts

/** For a scheduled broadcast that could not be sent when due, or whose sender's account is deleted. */
export const broadcastNotSentAlert = (
  { id, zone_id, title }: Pick<BroadcastRow, 'id' | 'zone_id' | 'title'>,
  obstacle: Obstacle,
  to: Audience,
): Alert => ({
  type: 'system',
  zoneId: zone_id,
  to,
  title: obstacle === 'sender deleted' ? msg`Won’t be sent: ${{ title }}` : msg`Not sent: ${{ title }}`,
  text: obstacleTexts[obstacle],
  about: { broadcastId: id },
  source: `broadcast:${id}:not-sent`,
})

const helpTitles: Record<AnswerMeaning, (name: string) => Text> = {
  help: name => msg`${{ name }} needs help`,
  safe: name => msg`${{ name }} is safe now`,
  neutral: name => msg`${{ name }} changed their answer`,
}

/** Alerts the people responsible for a recipient who calls for help or withdraws the call; later answers update it. */
export const helpAlert = (
  { id, title }: Pick<BroadcastRow, 'id' | 'title'>,
  person: { userId: string; name: string; answer: string; meaning: AnswerMeaning },
  { zoneId, to }: Pick<Alert, 'zoneId' | 'to'>,
): Alert => ({
  type: 'broadcast',
  zoneId,
  to,
  title: helpTitles[person.meaning](person.name),
  text: msg`${{ answer: person.answer }}: ${{ title }}`,
  about: {
    answerTo: id,
    personId: person.userId,
    personName: person.name,
    meaning: person.meaning,
    ...(person.meaning === 'help' && { urgent: true }),
  },
  source: `answer:${id}:${person.userId}`,
  replaces: true,
})
