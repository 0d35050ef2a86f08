import type { OwnerTx, Tx } from '../../../db/database.ts'
import { oneOrNone, run } from '../../../db/rows.ts'

/** An account at the provider `issuer`. The queries below run as the database owner, because nobody is signed in yet. */
type ExternalAccount = { readonly issuer: string; readonly sub: string }

const PROVIDER = 'single-sign-on'
const toAccountId = ({ issuer, sub }: ExternalAccount) => `${issuer} ${sub}`

export async function findLinkedUser(
  tx: OwnerTx,
  externalAccount: ExternalAccount,
): Promise<string | undefined> {
  const row = await oneOrNone(tx)<{ userId: string }>`select user_id as "userId" from auth.accounts
    where provider_id = ${PROVIDER} and account_id = ${toAccountId(externalAccount)}`
  return row?.userId
}

/** Finds the user with this email address and locks it until the transaction ends. */
export const lockByEmail = (tx: Tx, email: string) =>
  oneOrNone(tx)<{ userId: string; emailVerified: boolean }>`
    select id as "userId", email_verified as "emailVerified" from auth.users
    where email = ${email} for update`

/** Links the external account to the user; returns false if it is already linked. */
export async function linkAccount(
  tx: Tx,
  userId: string,
  externalAccount: ExternalAccount,
): Promise<boolean> {
  const changed = await run(tx)`insert into auth.accounts (account_id, provider_id, user_id)
    values (${toAccountId(externalAccount)}, ${PROVIDER}, ${userId}) on conflict do nothing`
  return changed === 1
}

type NewMember = {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly userCode: string
}

/** Adds an app user without zones and with a confirmed email address; undefined if the address already has an account. */
export async function insertMember(tx: Tx, { email, ...signUp }: NewMember): Promise<string | undefined> {
  const row = await oneOrNone(tx)<{ id: string }>`
    insert into auth.users (name, email, email_verified, sign_up)
    values (${`${signUp.firstName} ${signUp.lastName}`.trim()}, ${email}, true, ${JSON.stringify({ ...signUp, role: 'app_user' })})
    on conflict do nothing returning id`
  return row?.id
}

/** Reads the person's status and locks it until the transaction ends. */
export async function lockStatus(tx: OwnerTx, userId: string): Promise<string | undefined> {
  const row = await oneOrNone(tx)<{ status: string }>`
    select status from user_profiles where id = ${userId} for share`
  return row?.status
}
