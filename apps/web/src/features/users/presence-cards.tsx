import { t } from '@lingui/core/macro'
import { IconHelpCircle, IconMapPinCheck, IconMapPinOff, IconUsers } from '@tabler/icons-react'
import { StatCard, StatGrid } from '../../ui/layout/stat-card.tsx'
import { InsideSplit } from '../../ui/people/inside-split.tsx'
import type { AppUsersProps } from './app-users-search.ts'
import type { ZonePeople } from './use-zone-people.ts'

const cards = [
  { presence: 'all', label: t`Total Users`, icon: IconUsers },
  { presence: 'inside', label: t`Inside Zone`, icon: IconMapPinCheck },
  { presence: 'outside', label: t`Outside Zone`, icon: IconMapPinOff },
  { presence: 'unknown', label: t`Not Checked-in`, icon: IconHelpCircle },
] as const

type Props = AppUsersProps & Pick<ZonePeople, 'counts' | 'figure'>

/** The four cards of App Users that count people by presence and filter them. */
export function PresenceCards({ counts, figure, search, onSearch }: Props) {
  return (
    <StatGrid compact>
      {cards.map(({ presence, label, icon }) => (
        <StatCard
          key={presence}
          label={label}
          icon={icon}
          value={figure(presence)}
          hint={presence === 'inside' && counts && <InsideSplit {...counts} />}
          selected={(search.presence ?? 'all') === presence}
          onSelect={() =>
            onSearch({ presence: presence === 'all' ? undefined : presence }, { replace: true })
          }
        />
      ))}
    </StatGrid>
  )
}
