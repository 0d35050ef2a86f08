import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/**
 * Hands an account over when a person proves ownership of an address that was never confirmed here: somebody else may have signed
 * up with it. The address becomes confirmed, and everything that person could return with or use in the owner's name is removed:
 * passkeys and their sessions, location apps, the PIN. Their consent is removed too, so the owner is asked again. Name, phone and
 * emergency contact stay, because most people signed up themselves. As owner: nobody is signed in yet.
 */
export async function takeOver(tx: Tx, userId: string): Promise<void> {
  await sql`update auth.users set email_verified = true where id = ${userId}`.execute(tx)
  await sql`delete from auth.passkeys where user_id = ${userId}`.execute(tx)
  await sql`delete from auth.sessions where user_id = ${userId}`.execute(tx)
  await sql`delete from entry_pins where user_id = ${userId}`.execute(tx)
  await sql`delete from trackers where user_id = ${userId}`.execute(tx)
  await sql`delete from consents where user_id = ${userId}`.execute(tx)
}

/**
 * Removes a second step on a mail-only proof: one set up by a stranger would lock the owner out for good. It stays where others
 * admitted the person (a role, or an entered zone): there it protects more than a name from somebody who got into the mailbox, and
 * an administrator can remove it.
 */
export async function endUnvouchedSecondStep(tx: Tx, userId: string): Promise<void> {
  await sql`delete from auth.two_step t using user_profiles p
    where t.user_id = ${userId} and p.id = t.user_id and p.role = 'app_user'
      and not exists (select from zone_assignments a where a.user_id = p.id and a.accepted_at is not null)`.execute(
    tx,
  )
}

/** Removes all sign-in methods stored here from a person whom a provider identifies: single sign-on covers both steps. */
export async function endOwnSignIn(tx: Tx, userId: string): Promise<void> {
  await sql`delete from auth.accounts where user_id = ${userId} and provider_id = 'credential'`.execute(tx)
  await sql`delete from auth.two_step where user_id = ${userId}`.execute(tx)
  await sql`delete from auth.pending_sign_ins where user_id = ${userId}`.execute(tx)
  await sql`delete from known_devices where user_id = ${userId}`.execute(tx)
}
