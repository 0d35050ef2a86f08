import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { limits } from './limits.ts'
import { readCsv } from './read-csv.ts'
import { type Role, roleLabel, roleLongLabel, roles } from './role.ts'

/** A person as given in a row of a file; only the role has been validated so far. */
export type PersonRow = {
  readonly line: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly phone: string
  /** Undefined if the cell contains no known role. */
  readonly role: Role | undefined
}

export type PeopleFile =
  | { readonly rows: readonly PersonRow[]; readonly tooMany: boolean }
  | { readonly problem: MessageDescriptor }

const columns = {
  email: ['email', 'emailaddress', 'mail'],
  firstName: ['firstname', 'givenname', 'forename', 'first'],
  lastName: ['lastname', 'surname', 'familyname', 'last'],
  phone: ['phone', 'phonenumber', 'mobile', 'mobilephone', 'telephone'],
  role: ['role'],
} as const
type Column = keyof typeof columns
const needed: readonly Column[] = ['email', 'firstName', 'lastName']
const words: Readonly<Record<Column, MessageDescriptor>> = {
  email: msg`Email`,
  firstName: msg`First name`,
  lastName: msg`Last name`,
  phone: msg`Phone`,
  role: msg`Role`,
}

/** The English labels that differ from the key by more than spaces and punctuation. */
const englishNames: Partial<Record<Role, string>> = {
  zone_manager_rw: 'Zone Manager (Read/Write)',
  zone_manager_ro: 'Zone Manager (Read Only)',
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

type Reader = Pick<I18n, '_' | 'locale'>

/**
 * Parses CSV text whose first row names the columns, in any order, in English or in the reader's language. Returns at most as
 * many people as one import accepts.
 */
export function readPeople(text: string, reader: Reader): PeopleFile {
  const [heading, ...rows] = readCsv(text, limits.importMaxPeople + 2)
  if (!heading) return { problem: msg`The file is empty.` }
  const at = (column: Column) =>
    heading.cells.findIndex(cell =>
      [...columns[column], plain(reader._(words[column]))].includes(plain(cell)),
    )
  const missing = needed.filter(column => at(column) < 0).map(column => reader._(words[column]))
  if (missing.length > 0) {
    const list = new Intl.ListFormat(reader.locale).format(missing)
    return { problem: msg`The first row must contain the column names. Missing: ${{ list }}.` }
  }
  if (rows.length === 0) return { problem: msg`The file has column names, but no people.` }
  const people = rows.slice(0, limits.importMaxPeople).map(({ line, cells }) => {
    const cell = (column: Column) => stripQuote(cells[at(column)] ?? '').trim()
    return {
      line,
      email: cell('email').toLowerCase(),
      firstName: cell('firstName'),
      lastName: cell('lastName'),
      phone: cell('phone'),
      role: parseRole(cell('role'), reader),
    }
  })
  return { rows: people, tooMany: rows.length > limits.importMaxPeople }
}

/** Strips the apostrophe that keeps spreadsheets from running a cell as a formula, which our own exports add. */
const stripQuote = (text: string) => text.replace(/^'(?=[=+\-@＝＋－＠])/, '')

/** Returns the role for a key or any of its labels, in English or the reader's language; an empty cell means app user. */
function parseRole(text: string, reader: Reader): Role | undefined {
  if (text === '') return 'app_user'
  return roles.find(role => {
    const labels = [roleLabel(role), roleLongLabel(role)].map(label => reader._(label))
    return [role, englishNames[role] ?? '', ...labels].some(name => plain(name) === plain(text))
  })
}
