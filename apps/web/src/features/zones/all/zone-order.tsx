import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { ZoneSort } from '@muster/domain/zone.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { SearchProps } from '../../../lib/search-props.ts'
import { Select } from '../../../ui/forms/select.tsx'
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

/** The heads of the columns of the rows, which sort them. A second press reverses the order. */
export function ZoneColumnHeads({
  search,
  onSearch,
  children,
}: SearchProps<ZonesSearch> & { children: React.ReactNode }) {
  const current = readZoneOrder(search)
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
      {children}
      <span>
        {renderHead('name')}
        {renderHead('organisation')}
      </span>
      <span>{renderHead('status')}</span>
      <span>
        {renderHead('inside')}
        {renderHead('fullness')}
      </span>
      <span className={classes.plainHead}>
        <Trans>Members</Trans>
      </span>
      <span>{renderHead('newest')}</span>
    </div>
  )
}

/** The same orders in one field, for narrow screens. */
export function ZoneOrderSelect({ search, onSearch }: SearchProps<ZonesSearch>) {
  const current = readZoneOrder(search)
  return (
    <Select
      aria-label={t`Sort zones`}
      data={Object.entries(sortLabels).map(([value, label]) => ({ value, label: t`By ${{ order: label }}` }))}
      value={current.sort}
      onChange={value =>
        onSearch(
          { sort: (Object.keys(sortLabels) as ZoneSort[]).find(sort => sort === value), order: undefined },
          { replace: true },
        )
      }
      allowDeselect={false}
      style={{ flex: '0 1 10rem' }}
    />
  )
}
