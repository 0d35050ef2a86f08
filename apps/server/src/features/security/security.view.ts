import { id } from '@muster/contract/ids.ts'
import type { BreachNotice, SecurityEvent, Suspicion } from '@muster/contract/security.ts'
import { limits } from '@muster/domain/limits.ts'
import { can } from '@muster/domain/permission.ts'
import type { Role } from '@muster/domain/role.ts'
import { maySetStatus, type UserStatus } from '@muster/domain/user-status.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import type { BreachNoticeRow } from './breach-notices.queries.ts'
import type { EventRow } from './security-log.queries.ts'

type NamedZone = SecurityEvent['zones'][number]

export function eventView(row: EventRow, zones: readonly NamedZone[] = []): SecurityEvent {
  const zoneIds = listZoneIds(row)
  return {
    id: row.id,
    number: row.number,
    type: row.event_type,
    description: row.description,
    severity: row.severity,
    actor: personView(row.actor_id, joinName(row.actor_first_name, row.actor_last_name)),
    affected: personView(row.affected_user_id, joinName(row.affected_first_name, row.affected_last_name)),
    zones: zones.filter(({ id }) => zoneIds.includes(id)),
    metadata: row.metadata as Record<string, unknown>,
    createdAt: row.created_at.toISOString(),
  }
}

/** Metadata logged through the API may hold anything, so values that are no ids are left out. */
export function listZoneIds({ metadata }: Pick<EventRow, 'metadata'>): string[] {
  const { zoneId, zoneIds } = metadata as { zoneId?: unknown; zoneIds?: unknown }
  return [zoneId, ...(Array.isArray(zoneIds) ? zoneIds : [])]
    .flatMap(it => id.safeParse(it).data ?? [])
    .slice(0, limits.zonesChangedAtOnceMost)
}

/**
 * Converts a notice to its view. `createdBy` is the person's name; null if the sign-in monitoring raised the notice, or the
 * person's account was deleted.
 */
export function breachNoticeView(actor: SignedInActor, row: BreachNoticeRow): BreachNotice {
  const { account_id: id, account_role: role, account_status: status } = row
  const account = personView(id, joinName(row.account_first_name, row.account_last_name))
  return {
    id: row.id,
    description: row.description,
    affectedUsersCount: row.affected_users_count,
    severity: row.severity,
    metadata: row.metadata as Record<string, unknown>,
    account: account && {
      ...account,
      state:
        role === null || status === null ? null : toAccountState(actor, { id: account.id, role, status }),
    },
    createdBy: joinName(row.first_name, row.last_name),
    createdAt: row.created_at.toISOString(),
  }
}

/** Joins the parts of a name; null for deleted people, whose events remain in the log. */
export function joinName(first: string | null, last: string | null): string | null {
  return first === null && last === null ? null : `${first ?? ''} ${last ?? ''}`.trim()
}

const personView = (id: string | null, name: string | null) => (id === null ? null : { id, name })

/** Returns an account's status and whether the actor may change it. */
export function toAccountState(
  actor: SignedInActor,
  { id, role, status }: { id: string; role: string; status: string },
): NonNullable<Suspicion['account']> {
  return {
    status: status as UserStatus,
    maySetStatus:
      can(actor.role, 'set_user_status') && maySetStatus(actor, { userId: id, role: role as Role }),
  }
}
