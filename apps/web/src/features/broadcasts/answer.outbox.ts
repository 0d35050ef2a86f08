import { plural, t } from '@lingui/core/macro'
import { orpc } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { defineOutboxKind } from '../../offline/outbox-kind.ts'
import { notify } from '../../ui/toast/notify.ts'
import { type AnswerToSend, answerSender } from './answer.sender.ts'

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
