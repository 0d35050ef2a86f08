import type { ClaimHow } from '@muster/domain/emergency.ts'
import type { Tx } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { hasCalledForHelp } from './claims.queries.ts'

type Undo = {
  readonly state: string
  /** The request of the call for help; only with `undone`. */
  readonly undoes?: string | undefined
  readonly personIds: readonly string[]
  readonly how: ClaimHow
  readonly claimedBy: string | null
  readonly at: Date
}

/**
 * Throws HELP_NOT_UNDOABLE if a claim would take back a call for help that somebody else made, or that was made more than a minute before:
 * then only somebody who sees the person ends it.
 */
export async function requireUndoable(tx: Tx, { state, undoes, at, ...claim }: Undo): Promise<void> {
  if (state !== 'undone' && undoes === undefined) return
  const isUndoable =
    state === 'undone' &&
    undoes !== undefined &&
    (await hasCalledForHelp(tx, { ...claim, requestId: undoes }, at))
  if (!isUndoable) throw fail('HELP_NOT_UNDOABLE')
}
