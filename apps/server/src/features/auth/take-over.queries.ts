import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/**
 * Somebody proved that an address is theirs which nobody had confirmed here: whoever signed up with it may be another. From now
 * on it is confirmed, and what that other could come back with or speak as the owner with goes: passkeys and the sessions they
 * opened, location apps, the PIN. What they agreed to goes too: the owner is asked anew. What the person is (name, phone,
 * emergency contact) stays, as most people are who signed up. As owner: nobody is signed in yet.
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
 * The second step of who reads no more than the mail: it would keep the owner out for good if a stranger set it up. It stays where
 * somebody took the person in (a role, or a zone that was entered): there it guards more than a name, against whoever got
 * into the mailbox, and an administrator can take it away.
 */
export async function endUnvouchedSecondStep(tx: Tx, userId: string): Promise<void> {
  await sql`delete from auth.two_step t using user_profiles p
    where t.user_id = ${userId} and p.id = t.user_id and p.role = 'app_user'
      and not exists (select from zone_assignments a where a.user_id = p.id and a.accepted_at is not null)`.execute(
    tx,
  )
}

/** Everything they could sign in with here, for whom a provider names: it stands for both steps. */
export async function endOwnSignIn(tx: Tx, userId: string): Promise<void> {
  await sql`delete from auth.accounts where user_id = ${userId} and provider_id = 'credential'`.execute(tx)
  await sql`delete from auth.two_step where user_id = ${userId}`.execute(tx)
  await sql`delete from auth.pending_sign_ins where user_id = ${userId}`.execute(tx)
  await sql`delete from known_devices where user_id = ${userId}`.execute(tx)
}
