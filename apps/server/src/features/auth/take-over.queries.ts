import type { OwnerTx } from '../../db/database.ts'
import { run } from '../../db/rows.ts'

/**
 * Somebody else may have signed up with the address: removes passkeys, sessions, location apps, PIN and consent; the caller replaces
 * the password. Name, phone and emergency contact stay, because most people signed up themselves. As the owner: nobody is signed in
 * yet.
 */
export async function handOverAccount(tx: OwnerTx, userId: string): Promise<void> {
  await run(tx)`update auth.users set email_verified = true where id = ${userId}`
  await run(tx)`delete from auth.passkeys where user_id = ${userId}`
  await run(tx)`delete from auth.sessions where user_id = ${userId}`
  await run(tx)`delete from entry_pins where user_id = ${userId}`
  await run(tx)`delete from trackers where user_id = ${userId}`
  await run(tx)`delete from consents where user_id = ${userId}`
}

/**
 * A stranger's second step would lock out for good an owner who has proved only their mailbox. It stays for people with another role
 * or a zone, whose data it protects from an intruder there; an administrator can remove it.
 */
export async function endUnvouchedSecondStep(tx: OwnerTx, userId: string): Promise<void> {
  await run(tx)`delete from auth.two_step t using user_profiles p
    where t.user_id = ${userId} and p.id = t.user_id and p.role = 'app_user'
      and not exists (select from zone_assignments a where a.user_id = p.id and a.accepted_at is not null)`
}

/** Removes the password, second step, pending sign-ins and known devices of a person whom a provider identifies from now on. */
export async function endOwnSignIn(tx: OwnerTx, userId: string): Promise<void> {
  await run(tx)`delete from auth.accounts where user_id = ${userId} and provider_id = 'credential'`
  await run(tx)`delete from auth.two_step where user_id = ${userId}`
  await run(tx)`delete from auth.pending_sign_ins where user_id = ${userId}`
  await run(tx)`delete from known_devices where user_id = ${userId}`
}
