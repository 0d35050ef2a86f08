import type { Presence } from '@muster/domain/presence.ts'
import {
  type Icon,
  IconClockExclamation,
  IconHelpCircle,
  IconMapPinCheck,
  IconMapPinOff,
} from '@tabler/icons-react'
import { RelativeTime } from '../time/relative-time.tsx'
import { useSeenLately } from '../time/use-seen-lately.ts'
import { Tag, type Tone } from './tag.tsx'

const looks: Record<Presence, { tone: Tone; icon: Icon; label: string }> = {
  inside: { tone: 'inside', icon: IconMapPinCheck, label: 'Inside' },
  outside: { tone: 'quiet', icon: IconMapPinOff, label: 'Outside' },
  unknown: { tone: 'quiet', icon: IconHelpCircle, label: 'Not checked in' },
}

type Props = {
  presence: Presence
  /** ISO instant of the newest reading: who was not seen lately is not said to be inside. */
  lastSeen: string | null
  /** Another word for the same state: "Inside Zone", "Not Checked-in", "No Data". */
  label?: string
}

/** Where somebody is, always with icon and word. Past the freshness limit "Inside?" with its age, and never green. */
export function PresenceBadge({ presence, lastSeen, label }: Props) {
  const seenLately = useSeenLately(lastSeen)
  if (presence === 'inside' && !seenLately) {
    return (
      <Tag tone="caution" icon={IconClockExclamation}>
        <span>
          Inside?
          {lastSeen !== null && (
            <>
              {' '}
              <RelativeTime at={lastSeen} />
            </>
          )}
        </span>
      </Tag>
    )
  }
  const look = looks[presence]
  return (
    <Tag tone={look.tone} icon={look.icon} outlined={presence === 'unknown'}>
      {label ?? look.label}
    </Tag>
  )
}
