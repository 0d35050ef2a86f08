import { normalizeCode } from '@muster/domain/two-step.ts'
import type { OwnerTx, Tx } from '../../../db/database.ts'
import { many, oneOrNone, run } from '../../../db/rows.ts'
import { hashTokenToBytes } from '../../../lib/secrets.ts'
import { endSessions } from '../sign-ins.queries.ts'

/** A person's second step. Only the database owner can read it. */
export type TwoStepRow = {
  /** The secret of the person's app, encrypted with the server's signing secret. */
  readonly secret: string
  readonly confirmedAt: Date | null
  readonly lastCounter: number
}

const hashCode = (recoveryCode: string) => hashTokenToBytes(normalizeCode(recoveryCode))

/** Reads the person's second step and locks it until the transaction ends. */
export const lockTwoStep = (tx: Tx, userId: string) =>
  oneOrNone(tx)<TwoStepRow>`
    select secret, confirmed_at as "confirmedAt", last_counter as "lastCounter"
    from auth.two_step where user_id = ${userId} for update`

export async function readTwoStep(
  tx: Tx,
  userId: string,
): Promise<{ since: Date | null; recoveryCodesLeft: number; hasPassword: boolean }> {
  const row = await oneOrNone(tx)<{ since: Date | null; recoveryCodesLeft: number; hasPassword: boolean }>`
    select (select confirmed_at from auth.two_step where user_id = ${userId}) as since,
      (select count(*) from auth.recovery_codes where user_id = ${userId}) as "recoveryCodesLeft",
      has_password(${userId}) as "hasPassword"`
  return row ?? { since: null, recoveryCodesLeft: 0, hasPassword: false }
}

/** Stores the secret for a new setup; returns false if the second step is already on. */
export async function beginTwoStep(tx: OwnerTx, userId: string, secret: string): Promise<boolean> {
  const changed = await run(tx)`
    insert into auth.two_step as t (user_id, secret) values (${userId}, ${secret})
    on conflict (user_id) do update set secret = excluded.secret, created_at = now()
      where t.confirmed_at is null`
  return changed === 1
}

/** Locks the person. Sign-in takes a share lock, so a concurrent sign-in either finishes first or sees this change. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await run(tx)`select from user_profiles where id = ${userId} for no key update`
}

/**
 * Turns the second step on, marks this session as verified by it, ends the person's other sessions and forgets their other
 * devices. Triggers publish the events.
 */
export async function confirmTwoStep(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
  lastCounter: number,
): Promise<void> {
  await run(tx)`update auth.two_step set confirmed_at = now(), last_counter = ${lastCounter}
    where user_id = ${userId}`
  await run(tx)`update auth.sessions set proof = 'second_step' where id = ${sessionId} and proof = 'password'`
  await run(tx)`delete from known_devices where user_id = ${userId} and token_hash is distinct from (
    select device_hash from auth.sessions where id = ${sessionId})`
  await run(tx)`delete from auth.sessions where user_id = ${userId} and id <> ${sessionId}`
}

export async function storeCounter(tx: Tx, userId: string, counter: number): Promise<void> {
  await run(tx)`update auth.two_step set last_counter = ${counter} where user_id = ${userId}`
}

/** Uses up a recovery code; returns false if it is not one of the person's codes. */
export async function consumeRecoveryCode(tx: Tx, userId: string, typedCode: string): Promise<boolean> {
  const changed = await run(tx)`delete from auth.recovery_codes
    where user_id = ${userId} and code_hash = ${hashCode(typedCode)}`
  return changed === 1
}

export async function replaceRecoveryCodes(tx: Tx, userId: string, codes: readonly string[]): Promise<void> {
  await run(tx)`delete from auth.recovery_codes where user_id = ${userId}`
  for (const code of codes)
    await run(tx)`insert into auth.recovery_codes (user_id, code_hash) values (${userId}, ${hashCode(code)})`
}

/** Removes the second step with its recovery codes; a trigger publishes the event. */
export async function deleteTwoStep(tx: OwnerTx, userId: string): Promise<void> {
  await run(tx)`delete from auth.two_step where user_id = ${userId}`
}

/**
 * Removes passkeys too; ends sessions and pending sign-ins. False, without a change, if they had neither. Triggers announce the
 * changes.
 */
export async function deleteSecondFactors(tx: Tx, userId: string): Promise<boolean> {
  const rows = await many(tx)`
    with step as (delete from auth.two_step where user_id = ${userId} and confirmed_at is not null returning 1),
      keys as (delete from auth.passkeys where user_id = ${userId} returning 1)
    select from step union all select from keys`
  if (rows.length > 0) await endSessions(tx, userId)
  return rows.length > 0
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
