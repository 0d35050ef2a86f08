import {
  type Icon,
  IconClockExclamation,
  IconHelpCircle,
  IconMapPinCheck,
  IconMapPinOff,
} from '@tabler/icons-react'
import { Tag, type Tone } from './tag.tsx'

export type PresenceWord = 'inside' | 'outside' | 'unknown' | 'uncertain'

const looks: Record<PresenceWord, { tone: Tone; icon: Icon; label: string }> = {
  inside: { tone: 'inside', icon: IconMapPinCheck, label: 'Inside' },
  outside: { tone: 'quiet', icon: IconMapPinOff, label: 'Outside' },
  unknown: { tone: 'quiet', icon: IconHelpCircle, label: 'Unknown' },
  uncertain: { tone: 'caution', icon: IconClockExclamation, label: 'Uncertain' },
}

type Props = {
  presence: PresenceWord
  /** Another word for the same state: "Inside Zone", "Not checked-in", "No Data". */
  label?: string
}

/** Inside, outside, unknown or uncertain: always icon and word. */
export function PresenceBadge({ presence, label }: Props) {
  const look = looks[presence]
  return (
    <Tag tone={look.tone} icon={look.icon} outlined={presence === 'unknown'}>
      {label ?? look.label}
    </Tag>
  )
}
