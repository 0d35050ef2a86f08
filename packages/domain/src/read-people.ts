import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { limits } from './limits.ts'
import { readTable, stripQuote, toColumnName } from './read-table.ts'
import { type Role, roleLabel, roleLongLabel, roles } from './role.ts'

/** A person as given in a row of a file; only the role has been validated so far. */
export type PersonRow = {
  readonly line: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly phone: string
  /** Null if the cell is empty, undefined if it contains no known role. */
  readonly role: Role | null | undefined
  /** The zones in the row, by name or id; none if the cell is empty or the file has no such column. */
  readonly zones: readonly ZoneInRow[]
  /** The row as it is in the file. */
  readonly cells: readonly string[]
}

/** A zone in a row of a file, and the role in it; undefined if none is given. */
export type ZoneInRow = { readonly zone: string; readonly role: Role | undefined }

export type PeopleFile =
  | { readonly heading: readonly string[]; readonly rows: readonly PersonRow[]; readonly tooMany: boolean }
  | { readonly problem: MessageDescriptor }

const columns = {
  email: ['email', 'emailaddress', 'mail'],
  firstName: ['firstname', 'givenname', 'forename', 'first'],
  lastName: ['lastname', 'surname', 'familyname', 'last'],
  phone: ['phone', 'phonenumber', 'mobile', 'mobilephone', 'telephone'],
  role: ['role'],
  zones: ['zones', 'zone'],
} as const
type Column = keyof typeof columns
const requiredColumns: readonly Column[] = ['email', 'firstName', 'lastName']
const columnTexts: Readonly<Record<Column, MessageDescriptor>> = {
  email: msg`Email`,
  firstName: msg`First name`,
  lastName: msg`Last name`,
  phone: msg`Phone`,
  role: msg`Role`,
  zones: msg`Zones`,
}

/** The English labels that differ from the key by more than spaces and punctuation. */
const englishNames: Partial<Record<Role, string>> = {
  zone_manager_rw: 'Zone Manager (Read/Write)',
  zone_manager_ro: 'Zone Manager (Read Only)',
}

type Localizer = Pick<I18n, '_' | 'locale'>

/** Columns named in English or the reader's language, any order. At most what one import accepts; `tooMany`: more. */
export function readPeople(text: string, localizer: Localizer): PeopleFile {
  const names = Object.fromEntries(
    (Object.keys(columns) as Column[]).map(it => [
      it,
      [...columns[it], toColumnName(localizer._(columnTexts[it]))],
    ]),
  ) as Record<Column, string[]>
  const table = readTable(text, names, limits.importMaxPeople)
  if (!table) return { problem: msg`The file is empty.` }
  const missingColumns = requiredColumns
    .filter(column => !table.has(column))
    .map(column => localizer._(columnTexts[column]))
  if (missingColumns.length > 0) {
    const list = new Intl.ListFormat(localizer.locale).format(missingColumns)
    return { problem: msg`The first row must contain the column names. Missing: ${{ list }}.` }
  }
  if (table.rows.length === 0) return { problem: msg`The file has column names, but no people.` }
  const people = table.rows.map(({ line, cells, read }) => ({
    line,
    email: read('email').toLowerCase(),
    firstName: read('firstName'),
    lastName: read('lastName'),
    phone: read('phone'),
    role: read('role') === '' ? null : parseRole(read('role'), localizer),
    zones: parseZones(read('zones'), localizer),
    cells,
  }))
  return { heading: table.heading, rows: people, tooMany: table.tooMany }
}

/** Returns the role for a key or any of its labels, in English or the reader's language; undefined for any other text. */
function parseRole(text: string, localizer: Localizer): Role | undefined {
  return roles.find(role => {
    const labels = [roleLabel(role), roleLongLabel(role)].map(label => localizer._(label))
    return [role, englishNames[role] ?? '', ...labels].some(name => toColumnName(name) === toColumnName(text))
  })
}

/**
 * Parses a cell such as `North yard: App User; Depot`, with zones by name or id. A text after the last colon that is no role is part
 * of the name.
 */
function parseZones(text: string, localizer: Localizer): ZoneInRow[] {
  return text
    .split(/[;\r\n]/)
    .map(part => stripQuote(part.trim()).trim())
    .filter(Boolean)
    .map(part => {
      const colon = part.lastIndexOf(':')
      const role = colon < 0 ? undefined : parseRole(part.slice(colon + 1), localizer)
      return role ? { zone: part.slice(0, colon).trim(), role } : { zone: part, role: undefined }
    })
}

/**
 * Returns the cell that `readPeople` reads back as these zones. A zone is named by its id if its name would be read differently, or
 * if another zone has it too.
 */
export const formatZones = (
  zones: readonly {
    readonly id: string
    readonly name: string
    readonly isUnique: boolean
    readonly role: string
  }[],
): string =>
  zones
    .map(({ id, name, isUnique, role }) => `${isUnique && plainNamePattern.test(name) ? name : id}: ${role}`)
    .join('; ')

/** Names without separators that begin neither like a formula nor with a quote. */
const plainNamePattern = /^[^\s;'"=+\-@＝＋－＠]([^;\r\n\t"]*[^\s;"])?$/
