import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/**
 * Somebody else may have signed up with the address: removes passkeys, sessions, location apps, PIN and consent; the caller replaces
 * the password. Name, phone and emergency contact stay, because most people signed up themselves. As the owner: nobody is signed in
 * yet.
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
 * A stranger's second step would lock out for good an owner who has proved only their mailbox. It stays for people with another role
 * or a zone, whose data it protects from an intruder there; an administrator can remove it.
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
