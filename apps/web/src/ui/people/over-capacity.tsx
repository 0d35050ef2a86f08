import { IconAlertTriangle } from '@tabler/icons-react'
import { formatCount } from '../../lib/format-count.ts'
import { WarningWords } from './warning-words.tsx'

/** The warning beside a count of people inside where there are more than the zone is made for; nothing otherwise. */
export function OverCapacity({ inside, max }: { inside: number; max: number | null }) {
  if (max === null || inside <= max) return null
  return (
    <WarningWords bold tone="danger" icon={IconAlertTriangle}>
      {formatCount(inside - max)} over capacity
    </WarningWords>
  )
}
