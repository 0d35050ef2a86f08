import type { HazardStatus } from '@muster/domain/hazard.ts'
import { IconCircle, IconCircleCheck, IconCircleX, IconProgress } from '@tabler/icons-react'
import { Tag, type Tone } from '../../ui/badges/tag.tsx'
import { statusLabels } from './hazard-words.ts'

const statusStyles = {
  open: { tone: 'accent', icon: IconCircle },
  in_progress: { tone: 'info', icon: IconProgress },
  resolved: { tone: 'good', icon: IconCircleCheck },
  closed: { tone: 'quiet', icon: IconCircleX },
} as const satisfies Record<HazardStatus, { tone: Tone; icon: unknown }>

export function StatusTag({ status }: { status: HazardStatus }) {
  const { tone, icon } = statusStyles[status]
  return (
    <Tag tone={tone} icon={icon}>
      {statusLabels[status]}
    </Tag>
  )
}
