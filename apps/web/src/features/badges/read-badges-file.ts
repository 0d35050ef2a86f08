import { badgesAtOnceMost, toBadgeNumber } from '@muster/domain/badge.ts'
import { readCsv } from '@muster/domain/read-csv.ts'

/** A row of a file: a number, and the email address or user code of a member, or a name. */
export type BadgeFileRow = {
  readonly line: number
  readonly number: string
  readonly name: string
  readonly company: string
  readonly phone: string
  readonly email: string
  readonly userCode: string
}

export type BadgesFile =
  | { readonly rows: readonly BadgeFileRow[]; readonly skipped: readonly number[]; readonly tooMany: boolean }
  | { readonly problem: 'empty' | 'columns' }

const columns = {
  number: ['badge', 'badgenumber', 'number', 'card', 'cardnumber'],
  name: ['name', 'holder', 'fullname'],
  company: ['company', 'firm', 'employer'],
  phone: ['phone', 'phonenumber', 'mobile', 'telephone'],
  email: ['email', 'emailaddress', 'mail'],
  userCode: ['usercode', 'code', 'membercode'],
} as const

const normalize = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
/** Strips the apostrophe that keeps spreadsheets from running a cell as a formula. */
const stripQuote = (text: string) => text.replace(/^'(?=[=+\-@＝＋－＠])/, '')

/** The first row names the columns, in any order. Rows without a number, or that name nobody, are skipped, by their lines. */
export function readBadgesFile(text: string): BadgesFile {
  const [heading, ...rows] = readCsv(text, badgesAtOnceMost + 2)
  if (!heading || rows.length === 0) return { problem: 'empty' }
  const findIndex = (column: keyof typeof columns) =>
    heading.cells.findIndex(cell => (columns[column] as readonly string[]).includes(normalize(cell)))
  const namesSomebody = (['name', 'email', 'userCode'] as const).some(column => findIndex(column) >= 0)
  if (findIndex('number') < 0 || !namesSomebody) return { problem: 'columns' }
  const parsed = rows.slice(0, badgesAtOnceMost).map(({ line, cells }) => {
    const readCell = (column: keyof typeof columns, most: number) =>
      stripQuote((cells[findIndex(column)] ?? '').trim()).slice(0, most)
    return {
      line,
      number: toBadgeNumber(readCell('number', 64)),
      name: readCell('name', 120),
      company: readCell('company', 120),
      phone: readCell('phone', 40),
      email: readCell('email', 254),
      userCode: readCell('userCode', 40),
    }
  })
  const isComplete = ({ number, name, email, userCode }: BadgeFileRow) =>
    number !== '' && name + email + userCode !== ''
  return {
    rows: parsed.filter(isComplete),
    skipped: parsed.filter(it => !isComplete(it)).map(it => it.line),
    tooMany: rows.length > badgesAtOnceMost,
  }
}
