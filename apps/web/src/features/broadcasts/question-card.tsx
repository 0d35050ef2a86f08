import type { OpenQuestion } from '@muster/contract/broadcasts.ts'
import { IconAlertCircle, IconSpeakerphone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { Name } from '../../ui/people/name.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import classes from './question-card.module.css'

/** An urgent question that waits for an answer, and the way to it; its alert stays unread until then. */
export function QuestionCard({
  question: { id, title, message, sentAt, zoneName },
}: {
  question: OpenQuestion
}) {
  return (
    <article className={classes.card}>
      <IconSpeakerphone size="1.5rem" stroke={1.6} aria-hidden className={classes.icon} />
      <Link to={paths.broadcasts} search={{ broadcast: id }} className={classes.open}>
        <span className={classes.head}>
          <span className={classes.title} dir="auto">
            {title}
          </span>
          <Tag tone="danger" icon={IconAlertCircle}>
            Urgent: answer needed
          </Tag>
        </span>
        <span className={classes.message} dir="auto">
          {message}
        </span>
        <span className={classes.time}>
          <RelativeTime at={sentAt} /> · <Name>{zoneName ?? 'All zones'}</Name>
        </span>
      </Link>
    </article>
  )
}
