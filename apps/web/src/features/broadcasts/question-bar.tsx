import { useElementSize } from '@mantine/hooks'
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

/**
 * Milliseconds for which a bar that has just come lies over the page without moving it, and ignores presses: a finger on its way meant
 * something else.
 */
const arrivesMs = 1_000
/** The part of the screen that the bar may keep while one scrolls. A higher one scrolls away with the page. */
const stickyPart = 0.6

type Props = {
  question: OpenQuestion
  /** The number of other questions that wait. */
  more: number
  /** It came while the screen stood open: it lies over the page first, and moves it only then. */
  late: boolean
}

/** An urgent question with its answers, above every page until it is answered. */
export function QuestionBar({ question, more, late }: Props) {
  const { id, title, message, answers, sentAt, zoneName } = question
  const navigate = useNavigate()
  const hasArrived = useAfter(arrivesMs)
  const isArriving = late && !hasArrived
  const { ref, height } = useElementSize()
  const { send, waiting } = useAnswer(question, () =>
    navigate({ to: paths.broadcasts, search: { broadcast: id } }),
  )
  return (
    <div
      className={classes.slot}
      data-arriving={isArriving || undefined}
      data-tall={height > window.innerHeight * stickyPart || undefined}
    >
      <section ref={ref} className={classes.bar} aria-label={`Urgent question: ${title}`}>
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
          <AnswerChoice answers={answers} chosen={waiting} act={send} inert={isArriving} />
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
