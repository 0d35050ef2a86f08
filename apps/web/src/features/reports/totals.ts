import { formatCount } from '../../lib/format-count.ts'

/** What the rows that show sum up to, and what that is called. */
export type Totals = { label: string; cells: readonly (number | null)[] }

/** A sum over some of the rows is never called the total. */
export const totalsLabel = (shown: number, all: number): string =>
  shown === all ? 'Total' : `Total of ${formatCount(shown)} of ${formatCount(all)} rows`
