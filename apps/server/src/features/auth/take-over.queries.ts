import type { OwnerTx } from '../../db/database.ts'
import { run } from '../../db/rows.ts'
import { deleteConsents } from '../consents/index.ts'
import { deleteTrackers } from '../trackers/index.ts'
import { deletePin } from '../users/index.ts'
import { deletePasskeys } from './passkeys/passkeys.queries.ts'
import { deletePassword, endSessions, forgetDevices } from './sign-ins.queries.ts'
import { deleteTwoStep } from './two-step/two-step.queries.ts'

/**
 * Somebody else may have signed up with the address: removes passkeys, sessions, location apps, PIN and consent; the caller replaces
 * the password. Name, phone and emergency contact stay, because most people signed up themselves. As the owner: nobody is signed in
 * yet.
 */
export async function handOverAccount(tx: OwnerTx, userId: string): Promise<void> {
  await run(tx)`update auth.users set email_verified = true where id = ${userId}`
  await deletePasskeys(tx, userId)
  await endSessions(tx, userId)
  await deletePin(tx, userId)
  await deleteTrackers(tx, userId)
  await deleteConsents(tx, userId)
}

/** Removes the password, second step, pending sign-ins and known devices of a person whom a provider identifies from now on. */
export async function endOwnSignIn(tx: OwnerTx, userId: string): Promise<void> {
  await deletePassword(tx, userId)
  await deleteTwoStep(tx, userId)
  await endSessions(tx, userId)
  await forgetDevices(tx, userId)
}
