import { t } from '@lingui/core/macro'

/** The name of the place where people are safe; empty stands for people of whom only that is known. */
export const toPlaceName = (place: string): string => (place === '' ? t`Place not known` : place)
