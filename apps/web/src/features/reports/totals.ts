import { plural, t } from '@lingui/core/macro'
import { formatCount } from '../../lib/format-count.ts'

export type Totals = { label: string; cells: readonly (number | null)[] }

/** Returns the label of the totals, which says whether they cover only some of the rows. */
export function totalsLabel(shownRows: number, all: number): string {
  if (shownRows === all) return t`Total`
  const shownCount = formatCount(shownRows)
  return t`Total of ${shownCount} of ${plural(all, { one: '# row', other: '# rows' })}`
}
