import { t } from '@lingui/core/macro'
import { Box, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { isInternalAdmin } from '@muster/domain/role.ts'
import type { ZoneSort } from '@muster/domain/zone.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { SearchProps } from '../../../lib/search-props.ts'
import { useMe } from '../../../lib/session/use-session.ts'
import { ActionIcon } from '../../../ui/action-icon.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { useOrganisations } from '../../organisations/public.ts'
import type { ZonesSearch } from '../filter-zones.ts'
import classes from './zone-rows.module.css'

type Direction = 'asc' | 'desc'
const sortLabels: Record<ZoneSort, string> = {
  name: t`Name`,
  status: t`Status`,
  fullness: t`Fullness`,
  inside: t`Inside`,
  organisation: t`Organisation`,
  newest: t`Created`,
}
const descendingSorts: readonly ZoneSort[] = ['fullness', 'inside', 'newest']

/** Returns the order in the address; by name if none is set, for every role. */
export function readZoneOrder({ sort = 'name', order }: ZonesSearch): { sort: ZoneSort; order: Direction } {
  return { sort, order: order ?? (descendingSorts.includes(sort) ? 'desc' : 'asc') }
}

/** Only internal admins know the organisations of zones, and only several are worth a column. */
function useSortsByOrganisation() {
  const { profile } = useMe()
  return useOrganisations().several && isInternalAdmin(profile.role)
}

type HeadsProps = SearchProps<ZonesSearch> & {
  /** True if the rows name their numbers of members. */
  hasMembers: boolean
  /** Selects all rows. */
  children: ReactNode
}

/** The heads of the columns of the rows, which sort them: a second press reverses the order. A field does so on narrow screens. */
export function ZoneColumnHeads({ search, onSearch, hasMembers, children }: HeadsProps) {
  const current = readZoneOrder(search)
  const sortsByOrganisation = useSortsByOrganisation()
  const renderHead = (sort: ZoneSort) => {
    const isSorted = current.sort === sort
    const label = sortLabels[sort]
    const Icon = current.order === 'asc' ? IconArrowUp : IconArrowDown
    return (
      <UnstyledButton
        className={classes.head}
        aria-pressed={isSorted}
        onClick={() =>
          onSearch(
            { sort, order: isSorted ? (current.order === 'asc' ? 'desc' : 'asc') : undefined },
            { replace: true },
          )
        }
      >
        {label}
        {isSorted && <Icon size="0.875rem" aria-hidden />}
        {isSorted && (
          <VisuallyHidden>{current.order === 'asc' ? t`ascending` : t`descending`}</VisuallyHidden>
        )}
      </UnstyledButton>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the heads sort the cards below and are no fields of a form
    <div role="group" aria-label={t`Sort zones`} className={classes.heads}>
      {/* Stays empty for people who select nothing. */}
      <Box miw="var(--select)">{children}</Box>
      <span>
        {renderHead('name')}
        {sortsByOrganisation && renderHead('organisation')}
      </span>
      <span>{renderHead('status')}</span>
      <span>
        {renderHead('inside')}
        {renderHead('fullness')}
      </span>
      {hasMembers && <Box component="span" c="dimmed" fz="xs">{t`Members`}</Box>}
      <span>{renderHead('newest')}</span>
      <ZoneOrderSelect search={search} onSearch={onSearch} />
    </div>
  )
}

/** The same orders in one field. */
function ZoneOrderSelect({ search, onSearch }: SearchProps<ZonesSearch>) {
  const current = readZoneOrder(search)
  const sortsByOrganisation = useSortsByOrganisation()
  const isAscending = current.order === 'asc'
  const Icon = isAscending ? IconArrowUp : IconArrowDown
  return (
    <div className={classes.order}>
      <Select
        aria-label={t`Sort zones`}
        data={Object.entries(sortLabels)
          .filter(([value]) => value !== 'organisation' || sortsByOrganisation)
          .map(([value, label]) => ({ value, label: t`By ${{ order: label }}` }))}
        value={current.sort}
        onChange={value =>
          onSearch(
            {
              sort: (Object.keys(sortLabels) as ZoneSort[]).find(sort => sort === value),
              order: undefined,
            },
            { replace: true },
          )
        }
        allowDeselect={false}
        style={{ flex: 1 }}
      />
      <ActionIcon
        icon={Icon}
        variant="default"
        size={44}
        aria-label={isAscending ? t`Sort descending` : t`Sort ascending`}
        onClick={() =>
          onSearch({ sort: current.sort, order: isAscending ? 'desc' : 'asc' }, { replace: true })
        }
      />
    </div>
  )
}
