import type { UserStatus } from '@muster/domain/user-status.ts'
import type { Tx } from '../../db/database.ts'

/** The accounts of these people, in the order of their ids, locked until the transaction ends. */
export const lockAccounts = (tx: Tx, userIds: readonly string[]) =>
  tx
    .selectFrom('user_profiles')
    .select(['id', 'role', 'status'])
    .where('id', 'in', [...userIds])
    .orderBy('id')
    .forUpdate()
    .execute()

export async function storeStatus(tx: Tx, userId: string, status: UserStatus): Promise<void> {
  await tx.updateTable('user_profiles').set({ status }).where('id', '=', userId).execute()
}
