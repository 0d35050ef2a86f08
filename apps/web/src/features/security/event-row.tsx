import type { SecurityEvent } from '@muster/contract/security.ts'
import { useOpensDetails } from '../../ui/dialogs/detail-rows.ts'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { typeWords, whoWords } from './event-words.ts'
import classes from './security.module.css'
import { SeverityTag } from './severity-tag.tsx'

type Props = { event: SecurityEvent; isOpen: boolean; onOpen: () => void }

/** One event of the log; a press opens its details. */
export function EventRow({ event, isOpen, onOpen }: Props) {
  const opens = useOpensDetails(isOpen)
  const who = whoWords(event)
  return (
    <li className={classes.item}>
      <button type="button" className={classes.event} onClick={onOpen} {...opens}>
        <span className={classes.when}>
          <RelativeTime at={event.createdAt} form="clock" />
        </span>
        <span className={classes.what}>
          <span className={classes.type}>{typeWords(event.type)}</span>
          <span className={classes.description}>{event.description}</span>
        </span>
        <span className={classes.who}>{who}</span>
        <span className={classes.severity}>
          <SeverityTag severity={event.severity} />
        </span>
      </button>
    </li>
  )
}
