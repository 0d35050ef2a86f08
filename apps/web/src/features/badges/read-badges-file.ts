import { t } from '@lingui/core/macro'
import { badgesAtOnceMost, toBadgeNumber } from '@muster/domain/badge.ts'
import { limits } from '@muster/domain/limits.ts'
import { readTable } from '@muster/domain/read-table.ts'
import { decodeText } from '../../lib/decode-text.ts'
import { createCsvFormat, type ImportFile, type Refused } from '../../lib/import-file.ts'

const columns = {
  number: ['badge', 'badgenumber', 'number', 'card', 'cardnumber'],
  name: ['name', 'holder', 'fullname'],
  company: ['company', 'firm', 'employer'],
  phone: ['phone', 'phonenumber', 'mobile', 'telephone'],
  email: ['email', 'emailaddress', 'mail'],
  userCode: ['usercode', 'code', 'membercode'],
} as const
type Column = keyof typeof columns

/** The column names as the reader knows them, the same in every language. */
export const columnNames = 'Badge, Name, Company, Phone, Email, User code'

/** A badge, and the email address or user code of a member, or a name. `name`: as lists show it. */
export type BadgeFileRow = {
  readonly line: number
  readonly name: string
  readonly form: Readonly<Record<Column, string>>
}

/** Rows without a number, or that name nobody, are skipped. */
export async function readBadgesFile(
  file: Pick<File, 'size' | 'arrayBuffer'>,
): Promise<ImportFile<BadgeFileRow> | Refused> {
  if (file.size > limits.importMaxBytes) return { problem: t`The file is larger than 10 MB.` }
  const table = readTable(decodeText(new Uint8Array(await file.arrayBuffer())), columns, badgesAtOnceMost)
  if (!table || table.rows.length === 0) return { problem: t`The file is empty.` }
  const { has } = table
  if (!has('number') || !(has('name') || has('email') || has('userCode')))
    return { problem: t`The first row must contain the column names: ${columnNames}.` }
  const rows = table.rows.map(({ line, read }) => {
    const form = {
      number: toBadgeNumber(read('number').slice(0, 64)),
      name: read('name').slice(0, 120),
      company: read('company').slice(0, 120),
      phone: read('phone').slice(0, 40),
      email: read('email').slice(0, 254),
      userCode: read('userCode').slice(0, 40),
    }
    const holder = form.name || form.email || form.userCode
    return {
      line,
      form,
      name: [form.number, holder].filter(Boolean).join(' · '),
      isComplete: form.number !== '' && holder !== '',
    }
  })
  const why = t`A badge needs a number and a holder.`
  return {
    rows: rows.flatMap(({ isComplete, ...row }) => (isComplete ? [row] : [])),
    skipped: rows.flatMap(({ isComplete, line, name }) => (isComplete ? [] : [{ line, name, why }])),
    format: createCsvFormat(table),
    tooMany: table.tooMany,
  }
}
