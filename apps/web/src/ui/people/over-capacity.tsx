import { Trans } from '@lingui/react/macro'
import { IconAlertTriangle } from '@tabler/icons-react'
import { formatCount } from '../../lib/format-count.ts'
import { WarningWords } from './warning-words.tsx'

/** A warning beside the number of people inside that says by how many the zone is over its capacity. Renders nothing otherwise. */
export function OverCapacity({ inside, max }: { inside: number; max: number | null }) {
  if (max === null || inside <= max) return null
  return (
    <WarningWords bold tone="danger" icon={IconAlertTriangle}>
      <Trans>{{ people: formatCount(inside - max) }} over capacity</Trans>
    </WarningWords>
  )
}
