import { IconClockExclamation } from '@tabler/icons-react'
import { RelativeTime } from '../time/relative-time.tsx'
import { Tag } from './tag.tsx'

/** Marks a person whose exit is not known, once they were not seen for the freshness limit. `since`: ISO instant of the last reading, if one is known. */
export function NotSeenTag({ since }: { since: string | null }) {
  return (
    <Tag tone="caution" icon={IconClockExclamation}>
      <span>Not seen {since === null ? 'recently' : <RelativeTime at={since} form="since" />}</span>
    </Tag>
  )
}
