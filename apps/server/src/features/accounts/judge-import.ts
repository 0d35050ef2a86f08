import type { importChanges, importOutcomes } from '@muster/contract/accounts.ts'
import { isCreatable, isInternalAdmin, type Role, type ZoneRole } from '@muster/domain/role.ts'
import type { UserStatus } from '@muster/domain/user-status.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { mayChangeByImport, mayImportRole } from './accounts.policy.ts'

export type ImportOutcome = (typeof importOutcomes)[number]
export type ImportChange = (typeof importChanges)[number]

export type ImportedPerson = {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** Null changes nothing about an existing account. */
  readonly phone: string | null
  readonly role?: Role | undefined
  readonly zones?: readonly { readonly zone: string; readonly role?: ZoneRole | undefined }[] | undefined
}

/** An account as it is now. */
export type PresentAccount = {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly phone: string | null
  readonly role: Role
  readonly status: UserStatus
  /** The role in each zone of the file, and whether the person accepted the invitation. */
  readonly zones: ReadonlyMap<string, { readonly role: ZoneRole; readonly accepted: boolean }>
}

export type ReferencedZone = { readonly id: string; readonly name: string }
/** The zones with a name (in lower case) or id. */
export type ZonesByReference = ReadonlyMap<string, readonly ReferencedZone[]>
export const toReference = (zone: string) => zone.trim().toLowerCase()

export type Verdict = {
  readonly outcome: ImportOutcome
  readonly changes: readonly ImportChange[]
  /** The changes of the account itself. */
  readonly account: {
    readonly firstName?: string
    readonly lastName?: string
    readonly phone?: string
    readonly role?: Role
  }
  /** The memberships to create or to change. */
  readonly zones: readonly { readonly zoneId: string; readonly role: ZoneRole }[]
}

/** A row that changes nothing. */
export const refuse = (outcome: ImportOutcome): Verdict => ({ outcome, changes: [], account: {}, zones: [] })

/**
 * Decides what a row of a file does, apart from what the other rows do (refuseLastManagers). A row is carried out completely or
 * refused completely.
 */
export function judgeImport(
  actor: SignedInActor,
  row: ImportedPerson,
  present: PresentAccount | undefined,
  zonesByReference: ZonesByReference,
): Verdict {
  const zones = new Map<string, ZoneRole>()
  for (const { zone, role } of row.zones ?? []) {
    const [{ id: zoneId } = { id: undefined }, another] = zonesByReference.get(toReference(zone)) ?? []
    if (!zoneId) return refuse('zone_not_found')
    if (another) return refuse('zone_ambiguous')
    const presentRole = present?.zones.get(zoneId)?.role
    const newRole = role ?? presentRole ?? 'app_user'
    if (newRole !== presentRole) zones.set(zoneId, newRole)
  }
  for (const role of zones.values()) if (!isCreatable(role)) return refuse('forbidden')
  const memberships = [...zones].map(([zoneId, role]) => ({ zoneId, role }))
  if (!present) {
    if (!mayImportRole(row.role ?? 'app_user')) return refuse('forbidden')
    return { outcome: 'new', changes: [], account: {}, zones: memberships }
  }
  const account = {
    ...(row.firstName !== present.firstName && { firstName: row.firstName }),
    ...(row.lastName !== present.lastName && { lastName: row.lastName }),
    ...(row.phone !== null && row.phone !== present.phone && { phone: row.phone }),
    ...(row.role !== undefined && row.role !== present.role && { role: row.role }),
  }
  const changes: ImportChange[] = [
    ...(account.firstName !== undefined || account.lastName !== undefined ? (['name'] as const) : []),
    ...(account.phone !== undefined ? (['phone'] as const) : []),
    ...(account.role !== undefined ? (['role'] as const) : []),
    ...(memberships.length > 0 ? (['zones'] as const) : []),
  ]
  if (changes.length === 0) return refuse('same')
  if (!mayChangeByImport(actor, present, account.role)) return refuse('forbidden')
  const joins = memberships.some(({ zoneId }) => !present.zones.has(zoneId))
  // Nobody changes their own place in a zone, and internal admins and people who are suspended are added to none.
  const mayChangeZones =
    present.id !== actor.userId && !(joins && (isInternalAdmin(present.role) || present.status !== 'active'))
  if (memberships.length > 0 && !mayChangeZones) return refuse('forbidden')
  return { outcome: 'changed', changes, account, zones: memberships }
}

export const isManagerRole = (role: ZoneRole): boolean =>
  role === 'zone_manager_rw' || role === 'zone_manager_ro'

type JudgedRow = { verdict: Verdict; readonly present: PresentAccount | undefined }

/** Each zone keeps a manager; the last rows are refused first. People who have not accepted their invitation do not count. */
export function refuseLastManagers(rows: readonly JudgedRow[], managers: ReadonlyMap<string, number>): void {
  const counts = new Map(managers)
  /** Counts what a row does, or undoes it, and returns the zones in which somebody stops being a manager. */
  const count = ({ verdict, present }: JudgedRow, sign: 1 | -1): string[] =>
    verdict.zones.flatMap(({ zoneId, role }) => {
      const membership = present?.zones.get(zoneId)
      if (!membership?.accepted) return []
      const difference = Number(isManagerRole(role)) - Number(isManagerRole(membership.role))
      counts.set(zoneId, (counts.get(zoneId) ?? 0) + sign * difference)
      return difference < 0 ? [zoneId] : []
    })
  const demoting = rows.flatMap(row => {
    const zoneIds = count(row, 1)
    return zoneIds.length > 0 ? [{ row, zoneIds }] : []
  })
  // A refused row appoints nobody either, which may leave a zone of an earlier or later row without a manager.
  for (;;) {
    const last = demoting.findLastIndex(({ zoneIds }) => zoneIds.some(it => (counts.get(it) ?? 0) < 1))
    const [refused] = last === -1 ? [] : demoting.splice(last, 1)
    if (!refused) return
    count(refused.row, -1)
    refused.row.verdict = refuse('last_manager')
  }
}
