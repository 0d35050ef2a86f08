import {
  type Icon,
  IconAlertOctagon,
  IconAlertTriangle,
  IconChevronDown,
  IconEqual,
} from '@tabler/icons-react'
import { Tag, type Tone } from './tag.tsx'

export type Level = 'low' | 'normal' | 'medium' | 'high' | 'urgent' | 'critical'

const looks: Record<Level, { tone: Tone; icon: Icon; label: string }> = {
  low: { tone: 'quiet', icon: IconChevronDown, label: 'Low' },
  normal: { tone: 'info', icon: IconEqual, label: 'Normal' },
  medium: { tone: 'info', icon: IconEqual, label: 'Medium' },
  high: { tone: 'high', icon: IconAlertTriangle, label: 'High' },
  urgent: { tone: 'danger', icon: IconAlertOctagon, label: 'Urgent' },
  critical: { tone: 'danger', icon: IconAlertOctagon, label: 'Critical' },
}

/** The severity of a hazard or the priority of a broadcast. */
export function LevelBadge({ level }: { level: Level }) {
  const look = looks[level]
  return (
    <Tag tone={look.tone} icon={look.icon}>
      {look.label}
    </Tag>
  )
}
