import { t } from '@lingui/core/macro'
import {
  type Icon,
  IconAlertOctagon,
  IconAlertTriangle,
  IconChevronDown,
  IconEqual,
} from '@tabler/icons-react'
import { Tag, type Tone } from './tag.tsx'

export type Level = 'low' | 'normal' | 'medium' | 'high' | 'urgent' | 'critical'

const levelStyles: Record<Level, { tone: Tone; icon: Icon; label: string }> = {
  low: { tone: 'quiet', icon: IconChevronDown, label: t`Low` },
  normal: { tone: 'info', icon: IconEqual, label: t`Normal` },
  medium: { tone: 'info', icon: IconEqual, label: t`Medium` },
  high: { tone: 'high', icon: IconAlertTriangle, label: t`High` },
  urgent: { tone: 'danger', icon: IconAlertOctagon, label: t`Urgent` },
  critical: { tone: 'danger', icon: IconAlertOctagon, label: t`Critical` },
}

export function LevelBadge({ level }: { level: Level }) {
  const style = levelStyles[level]
  return (
    <Tag tone={style.tone} icon={style.icon}>
      {style.label}
    </Tag>
  )
}
