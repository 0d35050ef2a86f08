import { plural, t } from '@lingui/core/macro'
import { Button, Stack } from '@mantine/core'
import { limits } from '@muster/domain/limits.ts'
import { formatUnseen } from '../../lib/format-count.ts'
import { WarningWords } from '../../ui/people/warning-words.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import type { InsideTab } from './inside-tabs.tsx'
import { NobodyInside } from './nobody-inside.tsx'

type Props = {
  tab: InsideTab
  /** The number of people in the tabs Inside and Not seen. */
  inside: number
  /** The number of visitors, whom the page lists apart. */
  visitors: number
  /** The number of people inside who were not seen recently. */
  unseen: number
  onUnseen: () => void
}

/** Says that nobody is inside only if the zone's number agrees; if it is ahead of the list, the rows are still loading. */
export function EmptyTab({ tab, inside, visitors, unseen, onUnseen }: Props) {
  if (tab === 'left') return <NobodyLeft />
  if (tab === 'unseen' && unseen > 0) return <ListSkeleton count={Math.min(unseen, 3)} />
  if (tab === 'inside' && unseen > 0 && unseen >= inside)
    return <NobodySeen unseen={unseen} onUnseen={onUnseen} />
  if (inside === 0 && visitors === 0) return <NobodyInside />
  if (inside === 0) return null
  if (tab === 'inside') return <ListSkeleton count={Math.min(inside - unseen, 3)} />
  return <NobodyInside>{t`Everyone inside was seen recently.`}</NobodyInside>
}

function NobodySeen({ unseen, onUnseen }: Pick<Props, 'unseen' | 'onUnseen'>) {
  return (
    <NobodyInside>
      <Stack gap="xs" align="flex-start">
        <span>{t`Nobody inside was seen recently.`}</span>
        <WarningWords bold>{formatUnseen(unseen)}</WarningWords>
        <Button variant="default" onClick={onUnseen}>
          {t`Show people not seen`}
        </Button>
      </Stack>
    </NobodyInside>
  )
}

function NobodyLeft() {
  const hours = limits.recentlyLeftMs / 3_600_000
  return (
    <NobodyInside>
      {plural(hours, {
        one: 'Nobody has left in the last # hour.',
        other: 'Nobody has left in the last # hours.',
      })}
    </NobodyInside>
  )
}
