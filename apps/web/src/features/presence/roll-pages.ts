import type { RollPerson } from '@muster/contract/presence.ts'
import { isSeenLately } from '@muster/domain/freshness.ts'
import { language } from '../../lib/language.ts'

/** Number of people that fit on a page, on A4 and on Letter. */
export const rowsPerPage = 45

export type RollRow = RollPerson & {
  /** The position in the whole roll, from 1. */
  readonly number: number
  readonly isUnseen: boolean
  /** True if another person on the roll has the same name, so that the code is printed beside it. */
  readonly hasNamesake: boolean
}

const collator = new Intl.Collator(language, { sensitivity: 'base', numeric: true })
const toNameKey = ({ firstName, lastName }: RollPerson) => `${lastName}, ${firstName}`.toLowerCase()

/** Splits the roll into pages: people not seen recently first, each part sorted by surname. `now` in milliseconds. */
export function rollPages(people: readonly RollPerson[], now: number): RollRow[][] {
  const countsByName = new Map<string, number>()
  for (const person of people)
    countsByName.set(toNameKey(person), (countsByName.get(toNameKey(person)) ?? 0) + 1)
  const rows = people
    .map(person => ({
      ...person,
      isUnseen: !isSeenLately(Date.parse(person.lastSeen), now),
      hasNamesake: (countsByName.get(toNameKey(person)) ?? 0) > 1,
    }))
    .sort(
      (a, b) =>
        Number(b.isUnseen) - Number(a.isUnseen) ||
        collator.compare(a.lastName, b.lastName) ||
        collator.compare(a.firstName, b.firstName) ||
        collator.compare(a.userCode ?? '', b.userCode ?? ''),
    )
    .map((row, index) => ({ ...row, number: index + 1 }))
  const pageCount = Math.max(1, Math.ceil(rows.length / rowsPerPage))
  return Array.from({ length: pageCount }, (_, page) =>
    rows.slice(page * rowsPerPage, (page + 1) * rowsPerPage),
  )
}
