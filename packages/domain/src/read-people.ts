import { limits } from './limits.ts'
import { readCsv } from './read-csv.ts'
import { type Role, roleLabel, roleLongLabel, roles } from './role.ts'

/** Somebody as a row of a file tells of them; nothing is checked yet but that the role is one. */
export type PersonRow = {
  readonly line: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly phone: string
  /** Undefined where the cell holds no role. */
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

/** The people of CSV text whose first row names the columns, in words and in any order; at most as many as one import takes. */
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
    const cell = (column: Column) => unled(cells[at(column)] ?? '').trim()
    return {
      line,
      email: cell('email').toLowerCase(),
      firstName: cell('firstName'),
      lastName: cell('lastName'),
      phone: cell('phone'),
      role: roleOf(cell('role')),
    }
  })
  return { rows: people, tooMany: rows.length > limits.importMaxPeople }
}

/** An apostrophe that only keeps a spreadsheet from running the cell, as our own files have it. */
const unled = (text: string) => text.replace(/^'(?=[=+\-@＝＋－＠])/, '')

/** A role by its key or any of its labels; an empty cell is an app user. */
function roleOf(text: string): Role | undefined {
  if (text === '') return 'app_user'
  return roles.find(role =>
    [role, roleLabel(role), roleLongLabel(role)].some(it => plain(it) === plain(text)),
  )
}
