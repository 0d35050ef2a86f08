import type { Tx } from '../../db/database.ts'
import type { createOncePer } from '../../lib/once-per.ts'
import type { InTransaction, SignedInActor } from '../../rpc/context.ts'
import { appendSecurityEvent } from '../security/index.ts'

type By = {
  readonly actor: SignedInActor
  readonly looks: ReturnType<typeof createOncePer>
  readonly afterCommit: InTransaction['afterCommit']
}

/** Notes in the security log that accounts were read, or with `of` the details of one: once while somebody keeps looking. */
export async function noteAccountLook(
  tx: Tx,
  { actor, looks, afterCommit }: By,
  of: string | null,
): Promise<void> {
  const key = [actor.sessionId, of].join(' ')
  if (!looks.isNew(key)) return
  await appendSecurityEvent(tx, {
    type: 'data_access',
    description: of ? 'Read the details of an account.' : 'Read the accounts of all: accounts.',
    actorId: actor.userId,
    affectedUserId: of,
    severity: 'info',
    metadata: { accessType: of ? 'account_details' : 'accounts' },
  })
  afterCommit(() => looks.remember(key))
}
