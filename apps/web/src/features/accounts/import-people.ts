import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { type importOutcomes, maxPeopleAtOnce, newAccount } from '@muster/contract/accounts.ts'
import { limits } from '@muster/domain/limits.ts'
import { personNameMessage } from '@muster/domain/person-name.ts'
import { type PersonRow, readPeople } from '@muster/domain/read-people.ts'
import { creatableRoles, isCreatable, type Role, roleLabel, roleLongLabel } from '@muster/domain/role.ts'
import { isDialable } from '@muster/domain/sign-up.ts'
import type { Api } from '../../lib/api.ts'
import { decodeText } from '../../lib/decode-text.ts'
import { formatCount } from '../../lib/format-count.ts'
import { language } from '../../lib/language.ts'

type NewAccountInput = Parameters<Api['accounts']['createMany']>[0]['people'][number]
export type PersonToImport = { readonly line: number; readonly form: NewAccountInput }
/** A row that is not sent, and the reason. */
export type RefusedRow = { readonly line: number; readonly name: string; readonly why: string }
export type PeopleToImport = {
  readonly people: readonly PersonToImport[]
  readonly refused: readonly RefusedRow[]
  /** True if the file has more rows than one import allows. */
  readonly tooMany: boolean
}
export type ImportOutcome = (typeof importOutcomes)[number]

/** Parses a file of people in the browser. Invalid rows are rejected individually, an unreadable file as a whole. */
export async function readPeopleFile(
  file: Pick<File, 'size' | 'arrayBuffer'>,
): Promise<PeopleToImport | { problem: string }> {
  // Check the size before reading, because a file of gigabytes would exhaust the memory.
  if (file.size > limits.importMaxBytes) return { problem: t`The file is larger than 10 MB.` }
  const parsedFile = readPeople(decodeText(new Uint8Array(await file.arrayBuffer())), i18n)
  if ('problem' in parsedFile) return { problem: i18n._(parsedFile.problem) }
  const people: PersonToImport[] = []
  const refusedRows: RefusedRow[] = []
  const linesByEmail = new Map<string, number>()
  for (const row of parsedFile.rows) {
    const form = toForm(row)
    const firstLine = linesByEmail.get(row.email)
    if ('why' in form) refusedRows.push({ line: row.line, name: formatName(row), why: form.why })
    else if (firstLine !== undefined)
      refusedRows.push({ line: row.line, name: formatName(row), why: duplicateEmailText(firstLine) })
    else {
      linesByEmail.set(row.email, row.line)
      people.push({ line: row.line, form: form.form })
    }
  }
  return { people, refused: refusedRows, tooMany: parsedFile.tooMany }
}

function duplicateEmailText(firstLine: number): string {
  const line = formatCount(firstLine)
  return t`Line ${line} has the same email.`
}

const formatName = ({ firstName, lastName, email }: PersonRow) => `${firstName} ${lastName}`.trim() || email

/** Validates a row against the contract before sending, so that the error appears next to the row. */
function toForm({ line: _, ...row }: PersonRow): { form: NewAccountInput } | { why: string } {
  if (!row.role) return { why: t`Invalid role specified` }
  if (!isCreatable(row.role)) return { why: roleRefusalText(row.role) }
  if (row.phone !== '' && !isDialable(row.phone)) return { why: t`Please enter a valid phone number` }
  const form = { ...row, role: row.role }
  const [problem] = newAccount.safeParse(form).error?.issues ?? []
  return problem ? { why: problemText(problem.path[0], row) } : { form }
}

function problemText(field: PropertyKey | undefined, row: Omit<PersonRow, 'line'>): string {
  if (field === 'email') return t`Please enter a valid email address.`
  if (field === 'firstName' || field === 'lastName')
    return row[field] === '' ? t`First name and last name are required` : i18n._(personNameMessage)
  return t`This row can’t be read.`
}

/** The roles allowed in a file, as a list within a sentence. */
export const importedRoles = new Intl.ListFormat(language, { type: 'disjunction' }).format(
  creatableRoles.map(role => i18n._(roleLongLabel(role))),
)
function roleRefusalText(refusedRole: Role): string {
  const role = i18n._(roleLabel(refusedRole))
  return t`You can’t assign the role ${role} in a file. Use ${importedRoles}.`
}

/**
 * Runs the dry run or, with `dryRun: false`, the import, batch by batch. Lines that already have an entry in `outcomes` are not
 * sent again. Rejects at the first batch that fails; outcomes reported before that remain.
 */
export async function sendPeople(
  createMany: Api['accounts']['createMany'],
  people: readonly PersonToImport[],
  outcomes: Map<number, ImportOutcome>,
  { dryRun, onProgress }: { dryRun: boolean; onProgress: (done: number) => void },
): Promise<void> {
  const pendingPeople = people.filter(({ line }) => !outcomes.has(line))
  for (let start = 0; start < pendingPeople.length; start += maxPeopleAtOnce) {
    const batch = pendingPeople.slice(start, start + maxPeopleAtOnce)
    const response = await createMany({ people: batch.map(({ form }) => form), dryRun })
    for (const [index, { line }] of batch.entries()) {
      const outcome = response.outcomes[index]
      if (outcome) outcomes.set(line, outcome)
    }
    onProgress(outcomes.size)
  }
}

export const outcomeLabels: Record<Exclude<ImportOutcome, 'new'>, string> = {
  exists: t`User with this email already exists`,
  forbidden: t`You can’t assign this role in a file. Use ${importedRoles}.`,
}
