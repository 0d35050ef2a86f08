import { t } from '@lingui/core/macro'

/** Returns the name of a badge's holder, or the number of a badge that is assigned to nobody. */
export const badgeHolderName = ({ name, number }: { name: string | null; number: string }): string =>
  name ?? t`Badge ${number} (unknown)`
