import type { ImportReference } from '@muster/contract/import-reference.ts'
import type { Role, ZoneRole } from '@muster/domain/role.ts'
import type { Tx } from '../../db/database.ts'
import type { MailQueue } from '../../jobs/mail-queue.ts'
import type { WriteContext } from '../../live/write.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { actAs, noteImport } from '../../rpc/note-import.queries.ts'
import { changeRole, joinedZone } from '../users/index.ts'
import { mayImportRole } from './accounts.policy.ts'
import { assignUser } from './accounts.queries.ts'
import { changeAccount } from './change-account.ts'
import { addAccount } from './create-account.ts'
import { countManagers, listPresentAccounts, listReferencedZones } from './import-accounts.queries.ts'
import {
  type ImportChange,
  type ImportedPerson,
  type ImportOutcome,
  isManagerRole,
  judgeImport,
  type PresentAccount,
  refuse,
  refuseLastManagers,
  toReference,
  type Verdict,
} from './judge-import.ts'

type RolesOfRow = {
  former: Role | null
  zones: { zone: string; former: ZoneRole | null; role: ZoneRole }[]
}
type ImportResult = { outcomes: ImportOutcome[]; changes: ImportChange[][]; roles: RolesOfRow[] }
type ImportOptions = {
  /** Changes existing accounts; otherwise they are reported as `exists`. */
  readonly update: boolean
  readonly organisationId?: string | undefined
  readonly import?: ImportReference | undefined
}

const toAddress = ({ email }: ImportedPerson) => email.toLowerCase()

/** Returns the outcome that importing each person would have now, without changing anything. Requires the database owner role. */
export async function previewImport(
  tx: Tx,
  actor: SignedInActor,
  people: readonly ImportedPerson[],
  options: ImportOptions,
): Promise<ImportResult> {
  return toResult(people, await judgeAll(tx, actor, people, options))
}

/**
 * Works in the order of addresses, so that two imports of the same people wait for each other instead of deadlocking. As the owner.
 */
export async function importAccounts(
  its: WriteContext & { orders: Pick<MailQueue, 'add'> },
  actor: SignedInActor,
  people: readonly ImportedPerson[],
  options: ImportOptions,
): Promise<ImportResult & { changedRoles: string[] }> {
  const verdicts = await judgeAll(its.tx, actor, people, options)
  const createdIds: string[] = []
  const memberships: { userId: string; zoneId: string; role: Verdict['zones'][number]['role'] }[] = []
  for (const person of people.toSorted((a, b) =>
    toAddress(a) < toAddress(b) ? -1 : Number(toAddress(a) > toAddress(b)),
  )) {
    const verdict = verdicts.get(person)
    if (!verdict) continue
    let userId = verdict.userId
    if (verdict.outcome === 'new') {
      const { zones: _, role = 'app_user', ...form } = person
      userId = await addAccount(its, actor, { ...form, role, organisationId: options.organisationId })
      if (userId) createdIds.push(userId)
      // Somebody else created the account meanwhile.
      else verdicts.set(person, { ...refuse('exists'), userId, roles: noRoles })
    } else if (userId && Object.keys(verdict.account).length > 0)
      await changeAccount(its, actor, userId, verdict.account)
    if (userId) for (const zone of verdict.zones) memberships.push({ userId, ...zone })
  }
  // The database checks and logs what follows as the person who does it.
  await actAs(its.tx, actor.userId)
  await changeMemberships(its, memberships)
  if (options.import)
    await noteImport(its.tx, options.import, {
      kind: 'people',
      organisationId: options.organisationId,
      createdIds,
      changed: [...verdicts.values()].filter(({ outcome }) => outcome === 'changed').length,
    })
  const changedRoles = [...verdicts.values()].flatMap(({ account, userId }) =>
    account.role !== undefined && userId ? [userId] : [],
  )
  return { ...toResult(people, verdicts), changedRoles }
}

/** Adds people to zones or changes their role there, in one order for all imports. */
async function changeMemberships(
  its: WriteContext,
  memberships: readonly { userId: string; zoneId: string; role: Verdict['zones'][number]['role'] }[],
): Promise<void> {
  // In a zone, new managers come first: a former one may leave only then.
  const toKey = ({ zoneId, userId, role }: (typeof memberships)[number]) =>
    `${zoneId} ${isManagerRole(role) ? 0 : 1} ${userId}`
  for (const { userId, zoneId, role } of memberships.toSorted((a, b) => (toKey(a) < toKey(b) ? -1 : 1))) {
    const assignment = await assignUser(its.tx, userId, zoneId, role)
    if (assignment.outcome === 'linked') its.alert(joinedZone(assignment.membership))
    // Otherwise the person is a member, or cannot be one, which this refuses.
    else await changeRole(its, zoneId, userId, role)
  }
}

type JudgedRow = Verdict & { readonly userId: string | undefined; readonly roles: RolesOfRow }

async function judgeAll(
  tx: Tx,
  actor: SignedInActor,
  people: readonly ImportedPerson[],
  { update }: ImportOptions,
): Promise<Map<ImportedPerson, JudgedRow>> {
  const zonesByReference = await listReferencedZones(
    tx,
    people.flatMap(({ zones = [] }) => zones.map(({ zone }) => toReference(zone))),
  )
  const nameById = new Map([...zonesByReference.values()].flat().map(({ id, name }) => [id, name]))
  const presentByEmail = await listPresentAccounts(tx, people.map(toAddress), [...nameById.keys()])
  const rows: { person: ImportedPerson; verdict: Verdict; present: PresentAccount | undefined }[] = []
  const seenEmails = new Set<string>()
  for (const person of people) {
    const email = toAddress(person)
    const present = presentByEmail.get(email)
    // If the file contains an address twice, the second one counts as existing.
    const isTaken = seenEmails.has(email) || (present !== undefined && !update)
    seenEmails.add(email)
    const verdict = isTaken
      ? refuse(mayImportRole(person.role ?? 'app_user') ? 'exists' : 'forbidden')
      : judgeImport(actor, person, present, zonesByReference)
    rows.push({ person, verdict, present })
  }
  refuseLastManagers(rows, await countManagers(tx, [...nameById.keys()]))
  return new Map(
    rows.map(({ person, verdict, present }) => {
      const roles = {
        former: (verdict.account.role && present?.role) ?? null,
        zones: verdict.zones.map(({ zoneId, role }) => ({
          zone: nameById.get(zoneId) ?? '',
          former: present?.zones.get(zoneId)?.role ?? null,
          role,
        })),
      }
      return [person, { ...verdict, userId: present?.id, roles }]
    }),
  )
}

const noRoles: RolesOfRow = { former: null, zones: [] }
const toResult = (
  people: readonly ImportedPerson[],
  verdicts: ReadonlyMap<ImportedPerson, JudgedRow>,
): ImportResult => ({
  outcomes: people.map(it => verdicts.get(it)?.outcome ?? 'exists'),
  changes: people.map(it => [...(verdicts.get(it)?.changes ?? [])]),
  roles: people.map(it => verdicts.get(it)?.roles ?? noRoles),
})
