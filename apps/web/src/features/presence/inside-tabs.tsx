import { t } from '@lingui/core/macro'
import { Flex, SegmentedControl } from '@mantine/core'
import { formatCount } from '../../lib/format-count.ts'
import { useIsPhone } from '../../ui/layout/use-screen.ts'
import { WarningWords } from '../../ui/people/warning-words.tsx'

export const insideTabs = ['inside', 'unseen', 'left'] as const
export type InsideTab = (typeof insideTabs)[number]

const tabNames: Readonly<Record<InsideTab, string>> = {
  inside: t`Inside`,
  unseen: t`Not seen`,
  left: t`Recently left`,
}

type Props = {
  tab: InsideTab
  /** The number of people in each tab, as far as known. */
  counts: Readonly<Partial<Record<InsideTab, number>>>
  onTab: (tab: InsideTab) => void
}

export function InsideTabs({ tab, counts, onTab }: Props) {
  return (
    <SegmentedControl
      fullWidth
      aria-label={t`Show`}
      value={tab}
      onChange={value => onTab(insideTabs.find(it => it === value) ?? 'inside')}
      data={insideTabs.map(value => ({ value, label: <TabLabel tab={value} count={counts[value]} /> }))}
    />
  )
}

/** The name and the number side by side or, on a phone, one above the other in all tabs. */
function TabLabel({ tab, count }: { tab: InsideTab; count: number | undefined }) {
  const isPhone = useIsPhone()
  return (
    <Flex component="span" direction={isPhone ? 'column' : 'row'} align="center" justify="center" gap="0 6px">
      <span>{tabNames[tab]}</span>
      {count !== undefined &&
        (tab === 'unseen' && count > 0 ? (
          <WarningWords bold>{formatCount(count)}</WarningWords>
        ) : (
          <Flex component="span" fw={600} data-figures>
            {formatCount(count)}
          </Flex>
        ))}
    </Flex>
  )
}
