import { Button } from '@mantine/core'
import type { BroadcastDetail } from '@muster/contract/broadcasts.ts'
import { api, orpc } from '../../lib/api.ts'
import { kept, keptWords, useSendOrKeep, useWaitingOf } from '../../offline/use-send-or-keep.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { type AnswerToSend, answerSender } from './answer.sender.ts'
import classes from './broadcasts.module.css'

/** The answers that are asked for, one press each; the last one counts. */
export function AnswerButtons({ broadcast }: { broadcast: BroadcastDetail }) {
  const { id: broadcastId, title, answers, mine } = broadcast
  const sendOrKeep = useSendOrKeep<AnswerToSend>(answerSender)
  const waiting = useWaitingOf<AnswerToSend>(answerSender).findLast(it => it.broadcastId === broadcastId)
  const chosen = waiting?.answer ?? mine?.answer ?? null
  const send = useAct({
    call: (answer: string) =>
      sendOrKeep({ broadcastId, title, answer }, () => api.broadcasts.answer({ broadcastId, answer })),
    done: answer => (answer === kept ? keptWords : ['Answer sent', answer.answer]),
    failed: 'Your answer could not be sent. Please try again.',
    invalidates: [orpc.broadcasts.key()],
  })
  if (!mine || answers.length === 0) return null
  return (
    <section className={classes.section} aria-label="Your answer">
      <h3 className={classes.heading}>{chosen ? 'Your answer' : 'Please answer'}</h3>
      <div className={classes.answers}>
        {answers.map(answer => (
          <Button
            key={answer}
            size="md"
            variant={chosen === null || chosen === answer ? 'filled' : 'default'}
            aria-pressed={chosen === answer}
            loading={send.isPending && send.variables === answer}
            disabled={send.isPending}
            onClick={() => send.mutate(answer)}
          >
            {answer}
          </Button>
        ))}
      </div>
      {waiting && (
        <p className={classes.quiet}>
          Not sent yet: it waits on this device and sends itself when the network is back.
        </p>
      )}
      {chosen && <p className={classes.quiet}>You can change your answer. The last one counts.</p>}
    </section>
  )
}
