import { t } from '@lingui/core/macro'
import { type Icon, IconCircleCheck, IconCircleMinus, IconClock, IconPlayerPause } from '@tabler/icons-react'
import { Tag, type Tone } from './tag.tsx'

type Status = 'active' | 'inactive' | 'pending' | 'suspended'

const statusStyles: Record<Status, { tone: Tone; icon: Icon; label: string }> = {
  active: { tone: 'good', icon: IconCircleCheck, label: t`Active` },
  inactive: { tone: 'quiet', icon: IconCircleMinus, label: t`Inactive` },
  pending: { tone: 'caution', icon: IconClock, label: t`Pending` },
  suspended: { tone: 'danger', icon: IconPlayerPause, label: t`Suspended` },
}

export const statusNames: Record<Status, string> = {
  active: statusStyles.active.label,
  inactive: statusStyles.inactive.label,
  pending: statusStyles.pending.label,
  suspended: statusStyles.suspended.label,
}

/** The status of a user or a zone. `label` replaces the default label where the specification requires another one. */
export function StatusBadge({ status, label }: { status: Status; label?: string }) {
  const style = statusStyles[status]
  return (
    <Tag tone={style.tone} icon={style.icon}>
      {label ?? style.label}
    </Tag>
  )
}
