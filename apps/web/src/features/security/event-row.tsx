import type { SecurityEvent } from '@muster/contract/security.ts'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { typeWords, whoWords } from './event-words.ts'
import classes from './security.module.css'
import { SeverityTag } from './severity-tag.tsx'

/** One event of the log; a press opens its details. */
export function EventRow({ event, onOpen }: { event: SecurityEvent; onOpen: () => void }) {
  const who = whoWords(event)
  return (
    <li className={classes.item}>
      <button type="button" className={classes.event} aria-haspopup="dialog" onClick={onOpen}>
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
