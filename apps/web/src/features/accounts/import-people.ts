import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { type importChanges, importedPerson, type importOutcomes } from '@muster/contract/accounts.ts'
import { limits } from '@muster/domain/limits.ts'
import { personNameMessage } from '@muster/domain/person-name.ts'
import { type PersonRow, readPeople } from '@muster/domain/read-people.ts'
import {
  creatableRoles,
  isCreatable,
  mayGiveZoneRole,
  type Role,
  roleLabel,
  roleLongLabel,
  zoneRoles,
} from '@muster/domain/role.ts'
import { isDialable } from '@muster/domain/sign-up.ts'
import type { Api } from '../../lib/api.ts'
import { decodeText } from '../../lib/decode-text.ts'
import { formatCount } from '../../lib/format-count.ts'
import { createCsvFormat, type ImportFile, type Refused, type SkippedRow } from '../../lib/import-file.ts'
import { language } from '../../lib/language.ts'
import type { ImportStep } from '../imports/public.ts'

type ImportedPersonInput = Parameters<Api['accounts']['createMany']>[0]['people'][number]
export type PersonToImport = Pick<SkippedRow, 'line' | 'name'> & { readonly form: ImportedPersonInput }
type Outcome = (typeof importOutcomes)[number]
type Change = (typeof importChanges)[number]
type CreateMany = Api['accounts']['createMany']
/** The roles before and after a row of the file. */
export type ImportedRoles = Awaited<ReturnType<CreateMany>>['roles'][number]
export type ImportResult = {
  readonly outcome: Outcome
  readonly changes: readonly Change[]
  readonly roles: ImportedRoles
}

/** Parses a file of people in the browser. Invalid rows are rejected individually, an unreadable file as a whole. */
export async function readPeopleFile(
  file: Pick<File, 'size' | 'arrayBuffer'>,
): Promise<ImportFile<PersonToImport> | Refused> {
  // Check the size before reading, because a file of gigabytes would exhaust the memory.
  if (file.size > limits.importMaxBytes) return { problem: t`The file is larger than 10 MB.` }
  const parsedFile = readPeople(decodeText(new Uint8Array(await file.arrayBuffer())), i18n)
  if ('problem' in parsedFile) return { problem: i18n._(parsedFile.problem) }
  const people: PersonToImport[] = []
  const skipped: SkippedRow[] = []
  const linesByEmail = new Map<string, number>()
  for (const row of parsedFile.rows) {
    const form = toForm(row)
    const { line } = row
    const name = formatName(row)
    const firstLine = linesByEmail.get(row.email)
    if ('why' in form) skipped.push({ line, name, why: form.why })
    else if (firstLine !== undefined) skipped.push({ line, name, why: duplicateEmailText(firstLine) })
    else {
      linesByEmail.set(row.email, line)
      people.push({ line, name, form: form.form })
    }
  }
  return { rows: people, skipped, format: createCsvFormat(parsedFile), tooMany: parsedFile.tooMany }
}

function duplicateEmailText(firstLine: number): string {
  const line = formatCount(firstLine)
  return t`Line ${line} has the same email.`
}

const formatName = ({ firstName, lastName, email }: PersonRow) => `${firstName} ${lastName}`.trim() || email

/** Validates a row against the contract before sending, so that the error appears next to the row. */
function toForm({
  line: _line,
  cells: _cells,
  role,
  zones,
  ...row
}: PersonRow): { form: ImportedPersonInput } | { why: string } {
  if (role === undefined) return { why: t`Invalid role specified` }
  if (row.phone !== '' && !isDialable(row.phone)) return { why: t`Please enter a valid phone number` }
  const internal = zones.find(it => it.role && !isZoneRole(it.role))
  if (internal?.role) return { why: roleRefusalText(internal.role) }
  const form: ImportedPersonInput = {
    ...row,
    ...(role && { role }),
    ...(zones.length > 0 && {
      zones: zones.map(it => ({ zone: it.zone, ...(it.role && isZoneRole(it.role) && { role: it.role }) })),
    }),
  }
  const [problem] = importedPerson.safeParse(form).error?.issues ?? []
  return problem ? { why: problemText(problem.path[0], row) } : { form }
}

const isZoneRole = (role: Role): role is (typeof zoneRoles)[number] =>
  (zoneRoles as readonly Role[]).includes(role)

function problemText(field: PropertyKey | undefined, row: Pick<PersonRow, 'firstName' | 'lastName'>): string {
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

export async function sendPeople(
  createMany: CreateMany,
  people: readonly PersonToImport[],
  { isPreview, ...reference }: ImportStep,
): Promise<ImportResult[]> {
  const batch = { people: people.map(({ form }) => form), update: true }
  const response = await createMany({ ...batch, dryRun: isPreview, ...reference })
  return response.outcomes.flatMap((outcome, index) => {
    const roles = response.roles[index]
    return roles ? [{ outcome, changes: response.changes[index] ?? [], roles }] : []
  })
}

/** Returns the reason for which a row is not imported; undefined if it is, or changes nothing. */
export function whySkipped({ outcome }: ImportResult, { form }: PersonToImport): string | undefined {
  if (outcome === 'new' || outcome === 'changed' || outcome === 'same') return undefined
  if (outcome === 'forbidden' && form.role && !isCreatable(form.role)) return roleRefusalText(form.role)
  return refusalLabels[outcome]
}

const refusalLabels: Record<Exclude<Outcome, 'new' | 'changed' | 'same'>, string> = {
  exists: t`User with this email already exists`,
  forbidden: t`You can’t make this change in a file.`,
  zone_not_found: t`There’s no zone with this name or ID.`,
  zone_ambiguous: t`Several zones have this name. Use the zone’s ID instead.`,
  last_manager: t`A zone needs at least one zone manager. Assign another one first.`,
}

const changeLabels: Record<Change, string> = {
  name: t`Name`,
  phone: t`Phone`,
  role: t`Role`,
  zones: t`Zones`,
}
/** Lists what a row changes, such as "Role, Zones". */
export const changesText = (changes: readonly Change[]): string =>
  new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(changes.map(it => changeLabels[it]))

export type RoleChange = {
  readonly text: string
  /** True if the person gets more rights. */
  readonly isRaised: boolean
}

/** Lists the roles that a row changes, before and after: that of the account, then those in zones. */
export function listRoleChanges({ former, zones }: ImportedRoles, role: Role | undefined): RoleChange[] {
  const label = (it: Role) => i18n._(roleLabel(it))
  const isRaised = (before: Role, after: Role) => after !== 'app_user' && !mayGiveZoneRole(before, after)
  const inZones = zones.map(it => {
    const [zone, after] = [it.zone, label(it.role)]
    if (it.former === null)
      return { text: t`${zone}: joins as ${after}`, isRaised: isRaised('app_user', it.role) }
    const before = label(it.former)
    return { text: t`${zone}: from ${before} to ${after}`, isRaised: isRaised(it.former, it.role) }
  })
  if (former === null || role === undefined) return inZones
  const [before, after] = [label(former), label(role)]
  return [{ text: t`Role: from ${before} to ${after}`, isRaised: isRaised(former, role) }, ...inZones]
}
