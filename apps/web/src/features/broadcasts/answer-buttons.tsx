import type { BroadcastDetail } from '@muster/contract/broadcasts.ts'
import { meaningOf } from '@muster/domain/broadcast.ts'
import { AnswerChoice } from './answer-choice.tsx'
import classes from './broadcasts.module.css'
import { CallForHelp } from './call-for-help.tsx'
import { useAnswer } from './use-answer.ts'

/** The answers that are asked for, one press each; the last one counts. A call for help shows its state. */
export function AnswerButtons({ broadcast }: { broadcast: BroadcastDetail }) {
  const { answers, mine } = broadcast
  const { send, waiting } = useAnswer(broadcast)
  const chosen = waiting ?? mine?.answer ?? null
  if (!mine || answers.length === 0) return null
  const needsHelp = meaningOf(answers, chosen) === 'help'
  return (
    <section className={classes.section} aria-label="Your answer">
      {needsHelp && (
        <CallForHelp isWaiting={waiting !== null} help={broadcast.help} contacts={broadcast.contacts} />
      )}
      <h3 className={classes.heading}>{chosen ? 'Your answer' : 'Please answer'}</h3>
      <AnswerChoice answers={answers} chosen={chosen} act={send} />
      {waiting && !needsHelp && (
        <p className={classes.quiet}>Not sent yet. It will be sent when you are back online.</p>
      )}
      {chosen && <p className={classes.quiet}>You can change your answer. The last one counts.</p>}
    </section>
  )
}
