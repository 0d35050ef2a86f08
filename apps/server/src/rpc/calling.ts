import { msg } from '@lingui/core/runtime-macro'
import { can } from '@muster/domain/permission.ts'
import { effectiveRole, isInternalAdmin, needsPin, type ZoneRole } from '@muster/domain/role.ts'
import { isOpenTo, pendingPermissions, type ZoneStatus } from '@muster/domain/zone.ts'
import { mayInZone, toPermissionChanges, type ZoneRights } from '@muster/domain/zone-permission.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../live/write.ts'
import type { Access } from './access.ts'
import {
  type ActorZoneRow,
  type JudgedZoneRow,
  readActorZone,
  readResource,
  readWithZone,
} from './base.queries.ts'
import type { ActorZone, InTransaction, RequestContext, SignedInActor, SignedInContext } from './context.ts'
import type { InZoneRow, Resource, ResourceActor } from './define-resource.ts'
import { fail } from './fail.ts'
import { ALLOW_TWO_STEP_DUE } from './sessions.ts'

export type SignedIn = Pick<SignedInContext, 'actor' | 'token' | 'linkTo'>

/**
 * Once the limits on concurrency allow it. Throws UNAUTHORIZED, TOO_MANY_REQUESTS (also for attempts at a secret), and
 * TWO_STEP_REQUIRED for who must first set it up, unless allowed.
 */
export async function asSignedIn<T>(
  { token, sessions, concurrency, ip, createLinks, trace }: RequestContext,
  { beforeTwoStep, tries }: Pick<Access, 'beforeTwoStep' | 'tries'>,
  work: (signedIn: SignedIn) => Promise<T>,
): Promise<T> {
  if (!token) throw fail('UNAUTHORIZED')
  // Until its token has been looked up, a caller is limited by IP address, like a stranger.
  const actor =
    sessions.held(token) ??
    (await concurrency.ofLookUp(ip, () => sessions.resolve(token, beforeTwoStep && ALLOW_TWO_STEP_DUE)))
  if (!actor) throw fail('UNAUTHORIZED')
  trace.accountId = actor.userId
  return concurrency.ofSession(actor, () => {
    if (tries) concurrency.requireCapacityForTry(actor.userId)
    return work({ actor, token, linkTo: createLinks(actor) })
  })
}

/** Checks the permission against the account's role or, in a zone, against the role with its granted and revoked permissions. */
export function requirePermission({ permission, refuses }: Access, rights: ZoneRights): void {
  if (permission !== null && !mayInZone(rights, permission)) throw fail(refuses)
}

/** Runs the transaction that the procedure declares, and then its after-commit work. */
export async function runInTransaction<T>(
  { db, log }: RequestContext,
  { transaction }: Access,
  actor: SignedInActor,
  work: (its: InTransaction) => Promise<T>,
): Promise<T> {
  const afterCommitTasks: (() => unknown)[] = []
  const run = (tx: Tx) => write(tx, its => work({ ...its, afterCommit: task => afterCommitTasks.push(task) }))
  const result = await (typeof transaction === 'object' && 'owner' in transaction
    ? db.asOwner(transaction.owner, run)
    : db.asActor(actor, run))
  for (const task of afterCommitTasks)
    try {
      await task()
    } catch (error) {
      log.warn({ err: error }, 'Something that should have followed a commit failed')
    }
  return result
}

/** Returns the zone as the actor sees it. Throws ZONE_NOT_FOUND, ZONE_ENTRY_REQUIRED or the declared refusal. */
export async function enterInputZone(
  tx: Tx,
  access: Access,
  actor: ResourceActor,
  zoneId: string,
): Promise<ActorZone> {
  return judgeZone(await readActorZone(tx, actor, zoneId), access, actor)
}

/** Throws the declared refusal for people who cannot see all zones or whose global role lacks the permission. */
export function requireAllZones(
  { permission, refuses }: Access,
  { role }: Pick<SignedInActor, 'role'>,
): void {
  if (!can(role, 'view_all_zones') || (permission !== null && !can(role, permission))) throw fail(refuses)
}

/**
 * Like `enterInputZone`, but without a transaction if the cached zone is enough to admit the caller. Before anybody is refused, the
 * zone is read from the database.
 */
export async function enterCachedZone(
  { actorZones }: RequestContext,
  access: Access,
  actor: SignedInActor,
  zoneId: string,
): Promise<ActorZone> {
  const cachedRow = actorZones.get(actor, zoneId)
  if (cachedRow && isAdmitted(cachedRow, access, actor)) return judgeZone(cachedRow, access, actor)
  return judgeZone((await actorZones.read(actor, zoneId)) ?? undefined, access, actor)
}

/**
 * True if the cached row is enough to admit the caller. It is never enough to refuse a caller, who may have entered, accepted or
 * been given a role a moment ago.
 */
function isAdmitted(row: ActorZoneRow, access: Access, actor: SignedInActor): boolean {
  try {
    return !judgeZone(row, access, actor).invited
  } catch {
    return false
  }
}

/**
 * Across zones, requires the permission and `view_all_zones` in the global role. Throws the resource's code for unknown, hidden and
 * closed alike, ZONE_ENTRY_REQUIRED, and the declared refusal.
 */
export async function enterZoneOfResource<Input, Row extends InZoneRow>(
  tx: Tx,
  access: Access,
  actor: ResourceActor,
  resource: Resource<string, Input, Row>,
  input: Input,
): Promise<Row> {
  const visibleRow = await readWithZone(tx, actor, resource.query(tx, input, actor), resource.entryColumn)
  if (!visibleRow) throw fail(resource.notFound)
  const { row, zone } = visibleRow
  const zoneId = resource.entryColumn ? row.entry_zone_id : row.zone_id
  if (zoneId == null) requireAllZones(access, actor)
  else judgeZone(zone ?? undefined, access, actor)
  if (resource.only && !resource.only.matches(row)) throw fail(access.refuses)
  return row
}

/** Returns the row of the named resource if the actor sees it. Throws the resource's own code otherwise. */
export async function requireVisible<Input, Row>(
  tx: Tx,
  actor: SignedInActor,
  resource: Resource<string, Input, Row>,
  input: Input,
): Promise<Row> {
  const row = await readResource(tx, resource.query(tx, input, actor))
  if (!row) throw fail(resource.notFound)
  return row
}

function judgeZone(
  row: JudgedZoneRow | undefined,
  access: Access,
  actor: Pick<SignedInActor, 'role'>,
): ActorZone {
  // For everybody but internal admins, a suspended zone is closed, and a pending one is open only to its requester. Row-level
  // security enforces this in a transaction as the actor, but not in one as the owner.
  const status = row?.status as ZoneStatus
  const isOpen = row?.zoneRole != null && isOpenTo(status, row.zoneRole as ZoneRole)
  if (!row || !(isOpen || isInternalAdmin(actor.role))) throw fail(access.thing?.notFound ?? 'ZONE_NOT_FOUND')
  const role = effectiveRole(actor.role, (row.zoneRole ?? undefined) as ZoneRole | undefined)
  if (access.pin && needsPin(role) && row.entryEnds === null) throw fail('ZONE_ENTRY_REQUIRED')
  const isInvited = row.acceptedAt === null && !isInternalAdmin(actor.role)
  if (isInvited && !access.invited)
    throw fail('ZONE_ENTRY_REQUIRED', undefined, msg`You’re invited to this zone. Select it to accept.`)
  const rights = { role, ...toPermissionChanges(row.changes) }
  requirePermission(access, rights)
  const isPending = status === 'pending' && !isInternalAdmin(actor.role)
  if (isPending && access.permission !== null && !pendingPermissions.includes(access.permission))
    throw fail(access.refuses, undefined, msg`This zone is waiting for approval.`)
  return { id: row.id, status, ...rights, invited: isInvited }
}
