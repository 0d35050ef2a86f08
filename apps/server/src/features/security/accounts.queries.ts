import type { UserStatus } from '@muster/domain/user-status.ts'
import type { Tx } from '../../db/database.ts'
import { many, run } from '../../db/rows.ts'

/** Locks these people's accounts in id order until the transaction ends, and returns them. */
export const lockAccounts = (tx: Tx, userIds: readonly string[]) =>
  tx
    .selectFrom('user_profiles')
    .select(['id', 'email', 'role', 'status'])
    .$narrowType<{ status: UserStatus }>()
    .where('id', 'in', [...userIds])
    .orderBy('id')
    .forUpdate()
    .execute()

export async function storeStatus(tx: Tx, userId: string, status: UserStatus): Promise<void> {
  await tx.updateTable('user_profiles').set({ status }).where('id', '=', userId).execute()
}

/**
 * Removes passkeys too; ends sessions and pending sign-ins. False, without a change, if they had neither. Triggers announce the
 * changes.
 */
export async function deleteSecondFactors(tx: Tx, userId: string): Promise<boolean> {
  const rows = await many(tx)`
    with step as (delete from auth.two_step where user_id = ${userId} and confirmed_at is not null returning 1),
      keys as (delete from auth.passkeys where user_id = ${userId} returning 1)
    select from step union all select from keys`
  if (rows.length === 0) return false
  await run(tx)`delete from auth.pending_sign_ins where user_id = ${userId}`
  await run(tx)`delete from auth.sessions where user_id = ${userId}`
  return true
}
