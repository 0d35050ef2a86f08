import { t } from '@lingui/core/macro'

/** Returns the name of a badge's holder, or the number of a badge that is assigned to nobody. */
export const badgeHolderName = ({ name, number }: { name: string | null; number: string }): string =>
  name ?? t`Badge ${number} (unknown)`

/** Returns where a badge was read: "Badge · Gate 2". */
export const badgeSource = (reader: string): string => (reader === '' ? t`By badge` : t`By badge · ${reader}`)
