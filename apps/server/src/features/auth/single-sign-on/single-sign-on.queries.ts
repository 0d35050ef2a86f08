import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'

/** Of the account that a sign-in elsewhere stands for; `issuer` names the provider. As owner: nobody is signed in yet. */
type Elsewhere = { readonly issuer: string; readonly sub: string }

const PROVIDER = 'single-sign-on'
const accountIdOf = ({ issuer, sub }: Elsewhere) => `${issuer} ${sub}`

/** Whose it is; undefined until it was linked. */
export async function findLinked(tx: Tx, elsewhere: Elsewhere): Promise<string | undefined> {
  const { rows } = await sql<{ userId: string }>`select user_id as "userId" from auth.accounts
    where provider_id = ${PROVIDER} and account_id = ${accountIdOf(elsewhere)}`.execute(tx)
  return rows[0]?.userId
}

/** Who has the address, locked until the transaction ends. */
export async function lockByEmail(
  tx: Tx,
  email: string,
): Promise<{ userId: string; emailVerified: boolean } | undefined> {
  const { rows } = await sql<{ userId: string; emailVerified: boolean }>`
    select id as "userId", email_verified as "emailVerified" from auth.users
    where email = ${email} for update`.execute(tx)
  return rows[0]
}

/** False where somebody has linked it meanwhile. */
export async function link(tx: Tx, userId: string, elsewhere: Elsewhere): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into auth.accounts (account_id, provider_id, user_id)
    values (${accountIdOf(elsewhere)}, ${PROVIDER}, ${userId}) on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

type NewMember = {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly userCode: string
}

/** A member without zones, whose address is confirmed; undefined where the address has an account by now. */
export async function insertMember(tx: Tx, { email, ...signUp }: NewMember): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into auth.users (name, email, email_verified, sign_up)
    values (${`${signUp.firstName} ${signUp.lastName}`.trim()}, ${email}, true, ${JSON.stringify({ ...signUp, role: 'app_user' })})
    on conflict do nothing returning id`.execute(tx)
  return rows[0]?.id
}

/** The person's status, which does not change until the transaction ends. */
export async function lockStatus(tx: Tx, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ status: string }>`
    select status from user_profiles where id = ${userId} for share`.execute(tx)
  return rows[0]?.status
}
