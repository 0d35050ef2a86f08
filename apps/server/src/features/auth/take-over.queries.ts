import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/**
 * Hands an account over to a person who proves ownership of an address that was never confirmed here, because somebody else may
 * have signed up with it. Confirms the address and removes what a stranger could return with or use in the owner's name: passkeys,
 * sessions, location apps and the PIN. The caller replaces or removes the password. Removes the consent too, so that the owner is
 * asked again. Name, phone and emergency contact stay, because most people signed up themselves. Runs as the database owner,
 * because nobody is signed in yet.
 */
export async function handOverAccount(tx: Tx, userId: string): Promise<void> {
  await sql`update auth.users set email_verified = true where id = ${userId}`.execute(tx)
  await sql`delete from auth.passkeys where user_id = ${userId}`.execute(tx)
  await sql`delete from auth.sessions where user_id = ${userId}`.execute(tx)
  await sql`delete from entry_pins where user_id = ${userId}`.execute(tx)
  await sql`delete from trackers where user_id = ${userId}`.execute(tx)
  await sql`delete from consents where user_id = ${userId}`.execute(tx)
}

/**
 * Removes the second step of a person who has proved only their access to the mailbox, because one set up by a stranger would lock
 * the owner out permanently. The second step stays if the person has a role other than app user or belongs to a zone: it then
 * protects more than their own data from an intruder in the mailbox, and an administrator can remove it.
 */
export async function endUnvouchedSecondStep(tx: Tx, userId: string): Promise<void> {
  await sql`delete from auth.two_step t using user_profiles p
    where t.user_id = ${userId} and p.id = t.user_id and p.role = 'app_user'
      and not exists (select from zone_assignments a where a.user_id = p.id and a.accepted_at is not null)`.execute(
    tx,
  )
}

/** Removes the password, second step, pending sign-ins and known devices of a person whom a provider identifies from now on. */
export async function endOwnSignIn(tx: Tx, userId: string): Promise<void> {
  await sql`delete from auth.accounts where user_id = ${userId} and provider_id = 'credential'`.execute(tx)
  await sql`delete from auth.two_step where user_id = ${userId}`.execute(tx)
  await sql`delete from auth.pending_sign_ins where user_id = ${userId}`.execute(tx)
  await sql`delete from known_devices where user_id = ${userId}`.execute(tx)
}
