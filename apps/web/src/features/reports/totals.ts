import { t } from '@lingui/core/macro'
import { formatCount } from '../../lib/format-count.ts'

/** The totals of the rows shown, and their label. */
export type Totals = { label: string; cells: readonly (number | null)[] }

/** The total of some of the rows is labelled as such. */
export const totalsLabel = (shown: number, all: number): string =>
  shown === all ? t`Total` : t`Total of ${formatCount(shown)} of ${formatCount(all)} rows`
