import { plural, t } from '@lingui/core/macro'
import { IconSpeakerphone } from '@tabler/icons-react'
import type { Act } from '../../lib/act.ts'
import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'
import { paths } from '../../lib/paths.ts'
import type { FeedApplier } from '../../live/appliers.ts'
import { defineOutboxKind } from '../../offline/outbox-kind.ts'
import { notify } from '../../ui/toast/notify.ts'
import { type AnswerToSend, answerSender } from './answer.sender.ts'

/** Only after an alert of a broadcast: no other alert brings a question, and chats cause many more alerts. */
const applyOwnAlert: FeedApplier = (_client, event, me) =>
  event.kind === 'alert.added' && event.userId === me && event.alert.type === 'broadcast'
    ? [orpc.broadcasts.openQuestions.key()]
    : []

const broadcastsActs: readonly Act[] = [
  {
    label: t`Send New Broadcast`,
    keywords: t`send message broadcast announce notice alarm`,
    icon: IconSpeakerphone,
    permission: 'broadcast',
    to: paths.broadcasts,
    search: () => ({ send: true }),
  },
]

/** Milliseconds for which the notice about a call for help that was sent late is shown. */
const helpNoticeMs = 60_000

export const answerOutbox = defineOutboxKind<AnswerToSend, { answer: string }>({
  sender: answerSender,
  words: count => t`${plural(count, { one: '# answer', other: '# answers' })}`,
  describe: ({ title, answer }) => ({ title: answer, text: t`Answer to “${title}”` }),
  onSentLate(client, { broadcastId, title, answer, meaning }, counts) {
    void client.invalidateQueries({ queryKey: orpc.broadcasts.key() })
    // The question bar disappears, so the notice links to the page that shows who was alerted and whom to call.
    if (meaning === 'help' && counts.answer === answer)
      notify.info(t`Your call for help was sent`, title, {
        durationMs: helpNoticeMs,
        action: {
          label: t`Show`,
          run: () => {
            window.location.hash = `#${paths.broadcasts}?broadcast=${broadcastId}`
          },
        },
      })
  },
})

const openQuestions = orpc.broadcasts.openQuestions.key()
const ownCalls = orpc.broadcasts.ownCalls.key()

export const broadcastsFeature: Feature = {
  acts: broadcastsActs,
  refetchAfter: {
    'broadcast.changed': [orpc.broadcasts.key()],
    'broadcast.progress': [
      orpc.broadcasts.get.key(),
      orpc.broadcasts.recipients.key(),
      orpc.broadcasts.list.key(),
    ],
    // Rows contain the name of their zone.
    'zone.changed': [orpc.broadcasts.key()],
    // Zones may open or close for the user.
    'organisation.changed': [openQuestions],
    'zone_request.changed': [openQuestions],
  },
  refetchAfterOwn: {
    // An answer given on another device resolves the alert of its broadcast.
    'alerts.changed': [openQuestions, ownCalls, orpc.broadcasts.list.key(), orpc.broadcasts.get.key()],
    'membership.removed': [openQuestions, ownCalls],
  },
  zoneQueries: [orpc.broadcasts.key()],
  live: [
    { apply: applyOwnAlert },
    // Broadcasts to all zones arrive on this topic.
    { topicKeys: ({ kind }) => (kind === 'everyone' ? [orpc.broadcasts.key()] : []) },
  ],
  outbox: [answerOutbox],
}
