import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Box, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatCount } from '../../lib/format-count.ts'
import type { SelectableList } from '../../lib/use-pages.ts'
import { useAct } from '../forms/use-act.ts'
import type { PeopleSelection } from '../people/use-people-selection.ts'
import classes from './selection-bar.module.css'

type Props = {
  count: number
  onNone: () => void
  /** Undefined if all rows that match are loaded, or not all loaded ones are selected. */
  all?: SelectAllOffer | undefined
  children: ReactNode
}

type SelectAllOffer = {
  /** The number of all rows that match; undefined while it is not known. */
  total: number | undefined
  select: () => Promise<void>
}

/** Offers to select all rows that match the search and filters, once the loaded ones are selected and there are more. */
export function offerAll<Row>(
  { rows = [], complete, readAll }: SelectableList<Row>,
  selection: Pick<PeopleSelection, 'ids' | 'select'>,
  { getKey, total }: { getKey: (row: Row) => string; total: number | undefined },
): SelectAllOffer | undefined {
  if (!readAll || complete || rows.length === 0 || !rows.every(row => selection.ids.has(getKey(row))))
    return undefined
  return { total, select: async () => selection.select((await readAll()).map(getKey)) }
}

/** Says for the question before an act how many of the rows that match it changes; undefined if that is not known or only one. */
export function describeShare(count: number, total: number | undefined): string | undefined {
  if (total === undefined || total < count || total < 2) return undefined
  const all = formatCount(total)
  const selected = formatCount(count)
  return count === total ? t`All ${all} in the list.` : t`${selected} of ${all} in the list.`
}

export function SelectionBar({ count, onNone, all, children }: Props) {
  if (count === 0) return null
  return (
    <section className={classes.bar} aria-label={t`Selection`}>
      <Box component="span" flex="1 0 auto" style={{ whiteSpace: 'nowrap' }}>
        {all ? (
          <Plural value={count} one="# shown selected" other="# shown selected" />
        ) : (
          <Trans>
            <Plural value={count} one="# selected" other="# selected" />
          </Trans>
        )}
        {all && <SelectAllButton {...all} />}
      </Box>
      {children}
      <Button variant="subtle" color="gray" onClick={onNone}>
        {t`Clear`}
      </Button>
    </section>
  )
}

function SelectAllButton({ total, select }: SelectAllOffer) {
  const act = useAct({ call: select, failed: t`Not all could be selected. Try again.` })
  const all = total === undefined ? '' : formatCount(total)
  return (
    <Button variant="subtle" loading={act.isPending} onClick={() => act.mutate()}>
      {all ? t`Select all ${all}` : t`Select all that match`}
    </Button>
  )
}
