import type { InsideCount } from '@muster/domain/freshness.ts'
import { formatSplit, formatUnseen } from '../../lib/format-count.ts'
import { WarningWords } from './warning-words.tsx'

/** Splits the people inside into those seen recently and those not. Renders nothing if all were seen recently. */
export function InsideSplit({ inside, unseen }: InsideCount) {
  return unseen === 0 ? null : <WarningWords bold>{formatSplit({ inside, unseen })}</WarningWords>
}

/** People not seen within the freshness limit. Renders nothing if there are none. */
export function UnseenCount({ unseen }: Pick<InsideCount, 'unseen'>) {
  return unseen === 0 ? null : <WarningWords bold>{formatUnseen(unseen)}</WarningWords>
}
