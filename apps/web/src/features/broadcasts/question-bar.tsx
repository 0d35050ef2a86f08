import type { OpenQuestion } from '@muster/contract/broadcasts.ts'
import { IconSpeakerphone } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { formatCount } from '../../lib/format-count.ts'
import { paths } from '../../lib/paths.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { Name } from '../../ui/people/name.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { useAfter } from '../../ui/time/use-after.ts'
import { AnswerChoice } from './answer-choice.tsx'
import classes from './question-bar.module.css'
import { useAnswer } from './use-answer.ts'

/** How long the answers of a bar that has just come take no press, in milliseconds: a finger on its way meant something else. */
const settlesMs = 700

type Props = {
  question: OpenQuestion
  /** How many other questions wait. */
  more: number
  /** It came while the screen stood open: it lies over the page first, and moves it only then. */
  late: boolean
}

/** An urgent question with its answers, above every page until it is answered. */
export function QuestionBar({ question, more, late }: Props) {
  const { id, title, message, answers, sentAt, zoneName } = question
  const navigate = useNavigate()
  const settled = useAfter(settlesMs)
  const { send, waiting } = useAnswer(question, () =>
    navigate({ to: paths.broadcasts, search: { broadcast: id } }),
  )
  return (
    <div className={classes.slot} data-late={late || undefined}>
      <section className={classes.bar} aria-label={`Urgent question: ${title}`}>
        <IconSpeakerphone size="1.5rem" aria-hidden className={classes.icon} />
        <div className={classes.words}>
          <Link to={paths.broadcasts} search={{ broadcast: id }} className={classes.title} dir="auto">
            {title}
          </Link>
          <p className={classes.message} dir="auto">
            {message}
          </p>
          <div className={classes.facts}>
            <Tag tone="danger">Answer needed</Tag>
            <span>
              <RelativeTime at={sentAt} /> · <Name>{zoneName ?? 'All zones'}</Name>
            </span>
            {more > 0 && (
              <Link to={paths.alerts} className={classes.more}>
                {formatCount(more)} more
              </Link>
            )}
          </div>
        </div>
        <div className={classes.choice}>
          <AnswerChoice answers={answers} chosen={waiting} act={send} inert={late && !settled} />
          {waiting && (
            <p className={classes.waiting} role="status">
              “<span dir="auto">{waiting}</span>” is not sent yet. It sends itself when the network is back.
            </p>
          )}
        </div>
      </section>
    </div>
  )
}
