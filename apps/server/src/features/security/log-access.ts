import type { Tx } from '../../db/database.ts'
import type { createRecentKeys } from '../../lib/once-per.ts'
import type { InTransaction, SignedInActor } from '../../rpc/context.ts'
import { appendSecurityEvents } from './security.queries.ts'

/** An access to other people's data. */
export type Access = {
  readonly type: 'data_access' | 'location_access'
  readonly description: string
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
  const toKey = ({ type, of, metadata }: Access) => JSON.stringify([actor.sessionId, type, of, metadata])
  const newAccesses = accesses.filter(access => looks.isNew(toKey(access)))
  if (newAccesses.length === 0) return
  await appendSecurityEvents(
    tx,
    newAccesses.map(({ of, ...access }) => ({
      ...access,
      actorId: actor.userId,
      affectedUserId: of,
      severity: 'info',
    })),
  )
  for (const access of newAccesses) afterCommit(() => looks.remember(toKey(access)))
}
