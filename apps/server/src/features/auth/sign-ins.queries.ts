import type { Role } from '@muster/domain/role.ts'
import type { OwnerTx, Tx } from '../../db/database.ts'
import { run } from '../../db/rows.ts'

export type NewAccount = {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly phone: string | null
  readonly role: Role
  readonly userCode: string
}

/** Undefined if the address is taken; a trigger creates the profile. Requires the owner role. */
export const insertSignIn = (tx: Tx, { email, ...person }: NewAccount): Promise<string | undefined> =>
  unlessTaken(tx, async () => {
    const { id } = await tx
      .insertInto('auth.users')
      .values({
        name: `${person.firstName} ${person.lastName}`,
        email: email.toLowerCase(),
        sign_up: JSON.stringify(person),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })

/**
 * Undefined if another account has the address. The unique key (23505) covers concurrent requests; the savepoint keeps earlier work.
 */
export async function unlessTaken<T>(tx: Tx, write: () => Promise<T>): Promise<T | undefined> {
  await run(tx)`savepoint new_address`
  try {
    const result = await write()
    await run(tx)`release savepoint new_address`
    return result
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '23505')) throw error
    await run(tx)`rollback to savepoint new_address`
    return undefined
  }
}

export const lockSignIns = (tx: Tx, userIds: readonly string[]) =>
  run(tx)`select from auth.users where id = any (${[...userIds]}::uuid[]) order by id for update`

/** Foreign keys delete the profile, memberships, presence and the rest. Requires the database owner role. */
export const deleteSignIn = (tx: Tx, userId: string) =>
  tx.deleteFrom('auth.users').where('id', '=', userId).execute()

/** Ends all of the person's sessions, and the sign-ins that wait for their second step. A trigger announces the ends. */
export async function endSessions(tx: Tx, userId: string): Promise<void> {
  await run(tx)`delete from auth.sessions where user_id = ${userId}`
  await run(tx)`delete from auth.pending_sign_ins where user_id = ${userId}`
}

export const forgetDevices = (tx: Tx, userId: string) =>
  run(tx)`delete from known_devices where user_id = ${userId}`

export const deletePassword = (tx: OwnerTx, userId: string) =>
  run(tx)`delete from auth.accounts where user_id = ${userId} and provider_id = 'credential'`
