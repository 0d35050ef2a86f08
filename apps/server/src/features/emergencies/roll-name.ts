import { toUnknownBadgeName } from '@muster/domain/stand-in-name.ts'
import { type RawBuilder, sql } from 'kysely'
import { toDisplayName } from '../../db/person-names.ts'

export type NamedOnRoll = {
  readonly name: string
  /** The number of the badge for which somebody without an account is on the roll. */
  readonly badge?: string | null
}

/**
 * An unassigned badge has its number as name; the stand-in around it is English, translated where it is shown (`findStandInName`).
 */
export const toRollName = ({ name, badge }: NamedOnRoll): string =>
  badge && name === badge ? toUnknownBadgeName(badge) : toDisplayName(name)

/**
 * Returns the name of a person on a roll as on paper, surname first: “Berg, Ann”. Where the surname begins is known from the text by which
 * the roll is sorted, in which it comes first.
 */
export function toListName(person: NamedOnRoll & { readonly sort_name: string }): string {
  const [, plain = '', company = ''] = /^(.*?)( \([^)]*\))?$/.exec(person.name) ?? []
  const words = plain.split(' ')
  const givenStart = words.findIndex(
    (_, index) =>
      index > 0 && [...words.slice(index), ...words.slice(0, index)].join(' ') === person.sort_name,
  )
  if (givenStart < 0) return toRollName(person)
  return `${words.slice(givenStart).join(' ')}, ${words.slice(0, givenStart).join(' ')}${company}`
}

/** SQL for the text in which a roll is searched: the name as `toRollName` shows it, and the telephone. */
export const rollSearchText = (alias: string): RawBuilder<string> => {
  const [badge, name, phone] = ['badge', 'name', 'phone'].map(it => sql.ref(`${alias}.${it}`))
  return sql<string>`(case when ${badge} = ${name} then 'Badge ' || ${name} || ' (unknown)' else ${name} end || ' ' || ${phone})`
}
