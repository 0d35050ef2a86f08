import { t } from '@lingui/core/macro'
import type { ConsentStatus } from '@muster/contract/presence-word.ts'
import type { Presence } from '@muster/domain/presence.ts'
import {
  type Icon,
  IconHelpCircle,
  IconLocationOff,
  IconMapPinCheck,
  IconMapPinOff,
} from '@tabler/icons-react'
import { useSeenLately } from '../time/use-seen-lately.ts'
import { NotSeenTag } from './not-seen-tag.tsx'
import { Tag, type Tone } from './tag.tsx'

const presenceStyles: Record<Presence, { tone: Tone; icon: Icon; label: string }> = {
  inside: { tone: 'inside', icon: IconMapPinCheck, label: t`Inside` },
  outside: { tone: 'quiet', icon: IconMapPinOff, label: t`Outside` },
  unknown: { tone: 'quiet', icon: IconHelpCircle, label: t`Not Checked-in` },
}

type Props = {
  presence: Presence
  /** ISO instant of the newest reading. Without a recent one, the badge does not show inside. */
  lastSeen: string | null
  /** The label that the specification gives the state on this screen: "Inside Zone", "Not Checked-in", "No Data". */
  label?: string
  /** The person's consent to being located, if the list includes it. */
  consent?: ConsentStatus
}

/** Shown in place of the presence and the last position of a person who has withdrawn consent. */
export const sharingWithdrawnText = t`Location consent withdrawn`

/** Says "not seen" instead of inside past the freshness limit, and only that consent was withdrawn if it was. */
export function PresenceBadge({ presence, lastSeen, label, consent }: Props) {
  const isSeenLately = useSeenLately(lastSeen)
  if (consent === 'withdrawn') {
    return (
      <Tag tone="quiet" icon={IconLocationOff} outlined>
        {sharingWithdrawnText}
      </Tag>
    )
  }
  if (presence === 'inside' && !isSeenLately) return <NotSeenTag since={lastSeen} />
  const style = presenceStyles[presence]
  return (
    <Tag tone={style.tone} icon={style.icon} outlined={presence === 'unknown'}>
      {label ?? style.label}
    </Tag>
  )
}
