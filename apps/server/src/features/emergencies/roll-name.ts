import { toUnknownBadgeName } from '@muster/domain/stand-in-name.ts'
import { toDisplayName } from '../../db/person-names.ts'

export type NamedOnRoll = {
  readonly name: string
  /** The number of the badge for which somebody without an account is on the roll. */
  readonly badge?: string | null
}

/**
 * Returns the name of a person on a roll as others see it. A badge that is assigned to nobody is on the roll with its number as the name;
 * the stand-in name around it is English, and is translated where it is shown (`findStandInName`), as are rows with older names.
 */
export const toRollName = ({ name, badge }: NamedOnRoll): string =>
  badge && name === badge ? toUnknownBadgeName(badge) : toDisplayName(name)
