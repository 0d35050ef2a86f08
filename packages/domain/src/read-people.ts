import { limits } from './limits.ts'
import { readCsv } from './read-csv.ts'
import { type Role, roleLabel, roleLongLabel, roles } from './role.ts'

/** A person as given in a row of a file; only the role is validated yet. */
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
  | { readonly problem: string }

const columns = {
  email: ['email', 'emailaddress', 'mail'],
  firstName: ['firstname', 'givenname', 'forename', 'first'],
  lastName: ['lastname', 'surname', 'familyname', 'last'],
  phone: ['phone', 'phonenumber', 'mobile', 'mobilephone', 'telephone'],
  role: ['role'],
} as const
type Column = keyof typeof columns
const needed: readonly Column[] = ['email', 'firstName', 'lastName']
const words: Readonly<Record<Column, string>> = {
  email: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  role: 'Role',
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Parses CSV text whose first row names the columns, in any order. Returns at most as many people as one import accepts. */
export function readPeople(text: string): PeopleFile {
  const [heading, ...rows] = readCsv(text, limits.importMaxPeople + 2)
  if (!heading) return { problem: 'The file is empty.' }
  const at = (column: Column) =>
    heading.cells.findIndex(cell => (columns[column] as readonly string[]).includes(plain(cell)))
  const missing = needed.filter(column => at(column) < 0).map(column => words[column])
  if (missing.length > 0)
    return { problem: `The first row must name the columns. Not found: ${missing.join(', ')}.` }
  if (rows.length === 0) return { problem: 'There is nobody in the file, only the names of the columns.' }
  const people = rows.slice(0, limits.importMaxPeople).map(({ line, cells }) => {
    const cell = (column: Column) => stripQuote(cells[at(column)] ?? '').trim()
    return {
      line,
      email: cell('email').toLowerCase(),
      firstName: cell('firstName'),
      lastName: cell('lastName'),
      phone: cell('phone'),
      role: parseRole(cell('role')),
    }
  })
  return { rows: people, tooMany: rows.length > limits.importMaxPeople }
}

/** Strips an apostrophe that keeps spreadsheets from running the cell as a formula, as our own exports add it. */
const stripQuote = (text: string) => text.replace(/^'(?=[=+\-@＝＋－＠])/, '')

/** The role for a key or any of its labels; an empty cell means app user. */
function parseRole(text: string): Role | undefined {
  if (text === '') return 'app_user'
  return roles.find(role =>
    [role, roleLabel(role), roleLongLabel(role)].some(it => plain(it) === plain(text)),
  )
}
