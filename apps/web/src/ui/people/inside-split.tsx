import type { InsideCount } from '@muster/domain/freshness.ts'
import { formatSplit, formatUnseen } from '../../lib/format-count.ts'
import { WarningWords } from './warning-words.tsx'

/** Beside a count that holds both: how many people are inside, and how many were not seen. Nothing where all were seen lately. */
export function InsideSplit({ inside, unseen }: InsideCount) {
  return unseen === 0 ? null : <WarningWords bold>{formatSplit({ inside, unseen })}</WarningWords>
}

/** Beside a count of people inside: how many more were not seen for the freshness limit. */
export function UnseenCount({ unseen }: Pick<InsideCount, 'unseen'>) {
  return unseen === 0 ? null : <WarningWords bold>{formatUnseen(unseen)}</WarningWords>
}
