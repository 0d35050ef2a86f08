import { Button } from '@mantine/core'
import type { BroadcastDetail } from '@muster/contract/broadcasts.ts'
import { api, orpc } from '../../lib/api.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import classes from './broadcasts.module.css'

/** The answers that are asked for, one press each; the last one counts. */
export function AnswerButtons({ broadcast }: { broadcast: BroadcastDetail }) {
  const { id: broadcastId, answers, mine } = broadcast
  const send = useAct({
    call: (answer: string) => api.broadcasts.answer({ broadcastId, answer }),
    done: ({ answer }) => ['Answer sent', answer],
    failed: 'Your answer could not be sent. Please try again.',
    invalidates: [orpc.broadcasts.key()],
  })
  if (!mine || answers.length === 0) return null
  return (
    <section className={classes.section} aria-label="Your answer">
      <h3 className={classes.heading}>{mine.answer ? 'Your answer' : 'Please answer'}</h3>
      <div className={classes.answers}>
        {answers.map(answer => (
          <Button
            key={answer}
            size="md"
            variant={mine.answer === null || mine.answer === answer ? 'filled' : 'default'}
            aria-pressed={mine.answer === answer}
            loading={send.isPending && send.variables === answer}
            disabled={send.isPending}
            onClick={() => send.mutate(answer)}
          >
            {answer}
          </Button>
        ))}
      </div>
      {mine.answer && <p className={classes.quiet}>You can change your answer. The last one counts.</p>}
    </section>
  )
}
