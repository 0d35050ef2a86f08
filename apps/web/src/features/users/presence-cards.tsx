import { t } from '@lingui/core/macro'
import { IconHelpCircle, IconMapPinCheck, IconMapPinOff, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FilterToggle } from '../../ui/forms/filter-toggle.tsx'
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

type Props = AppUsersProps &
  Pick<ZonePeople, 'counts' | 'figure'> & {
    /** Set where the list can be limited to those not seen lately. */
    zone?: object | undefined
    /** Takes the place of the fourth card. */
    lastCard?: ReactNode
    /** False while something else than the people is shown. */
    arePeopleShown?: boolean
  }

export function PresenceCards({
  zone,
  counts,
  figure,
  search,
  onSearch,
  lastCard,
  arePeopleShown = true,
}: Props) {
  const isUnseenOnly = arePeopleShown && search.presence === 'unseen'
  return (
    <>
      <StatGrid compact>
        {(lastCard ? cards.slice(0, -1) : cards).map(({ presence, label, icon }) => (
          <StatCard
            key={presence}
            label={label}
            icon={icon}
            value={figure(presence)}
            hint={presence === 'inside' && counts && <InsideSplit {...counts} />}
            selected={arePeopleShown && (search.presence ?? 'all') === presence}
            onSelect={() =>
              onSearch({ presence: presence === 'all' ? undefined : presence }, { replace: true })
            }
          />
        ))}
        {lastCard}
      </StatGrid>
      {zone && counts && (counts.unseen > 0 || isUnseenOnly) && (
        <div>
          <FilterToggle
            label={t`Inside but not seen recently`}
            pressed={isUnseenOnly}
            onToggle={pressed => onSearch({ presence: pressed ? 'unseen' : undefined }, { replace: true })}
          />
        </div>
      )}
    </>
  )
}
