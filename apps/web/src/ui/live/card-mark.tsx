import { IconClockExclamation } from '@tabler/icons-react'
import { createContext, useContext } from 'react'
import { createPortal } from 'react-dom'
import { Tag } from '../badges/tag.tsx'
import { RelativeTime } from '../time/relative-time.tsx'
import classes from './card-mark.module.css'
import { nothingYet } from './one-note.tsx'

/** Where a card that stands far from the note of its page has the short mark of what it frames: in its head, where it moves nothing. */
export const CardMarkPlace = createContext<Element | null | undefined>(undefined)

/** What a frame says itself: its age where the note of the page says another one, and in a card, in any case, that it is not live. */
export function CardMark({ age, isNoted }: { age: number; isNoted: boolean }) {
  const place = useContext(CardMarkPlace)
  const words = isNoted ? (
    'Not live'
  ) : age > 0 ? (
    <span>
      Not live, from <RelativeTime at={new Date(age).toISOString()} bySeconds />
    </span>
  ) : (
    nothingYet
  )
  const mark = (
    <Tag outlined icon={IconClockExclamation}>
      {words}
    </Tag>
  )
  if (place) return createPortal(mark, place)
  return isNoted ? null : <div className={classes.mark}>{mark}</div>
}
