import type { AuditEvent } from '@muster/domain/audit.ts'
import type { Tx } from '../../db/database.ts'
import type { createRecentKeys } from '../../lib/once-per.ts'
import type { InTransaction, SignedInActor } from '../../rpc/context.ts'
import { audit } from './security.queries.ts'

type AccessEvent = Extract<AuditEvent, `data_access:${string}` | `location_access:${string}`>

/** An access to other people's data. */
export type Access = {
  readonly event: AccessEvent
  /** The person viewed; null if many people were viewed at once. */
  readonly of: string | null
  readonly metadata: { readonly accessType: string; readonly [detail: string]: string }
}

type AccessContext = {
  readonly actor: SignedInActor
  readonly looks: ReturnType<typeof createRecentKeys>
  readonly afterCommit: InTransaction['afterCommit']
}

/** Records accesses in the security log. Repeated views of the same data, such as further pages of a list, are recorded once. */
export async function logAccess(
  tx: Tx,
  { actor, looks, afterCommit }: AccessContext,
  accesses: readonly Access[],
): Promise<void> {
  const toKey = ({ event, of, metadata }: Access) => JSON.stringify([actor.sessionId, event, of, metadata])
  const newAccesses = accesses.filter(access => looks.isNew(toKey(access)))
  if (newAccesses.length === 0) return
  for (const { event, of, metadata } of newAccesses)
    await audit(tx, event, { actorId: actor.userId, aboutId: of, ...metadata })
  for (const access of newAccesses) afterCommit(() => looks.remember(toKey(access)))
}
