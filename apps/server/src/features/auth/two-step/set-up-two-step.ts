import { randomBytes } from 'node:crypto'
import { makeRecoveryCode, maxRecoveryCodes, recoveryCodeBytes } from '@muster/domain/two-step.ts'
import type { OwnerTx, Tx } from '../../../db/database.ts'
import type { SignedInActor } from '../../../rpc/context.ts'
import { fail } from '../../../rpc/fail.ts'
import { audit } from '../../security/index.ts'
import { createAppSecret, createAppSetup } from './app-codes.ts'
import { encryptSecret, findCounter, type SecretKey } from './consume-code.ts'
import {
  beginTwoStep,
  confirmTwoStep,
  deleteTwoStep,
  lockPerson,
  lockTwoStep,
  replaceRecoveryCodes,
} from './two-step.queries.ts'

/** Begins the setup: stores a new secret, and returns it with the URL that authenticator apps read. Throws TWO_STEP_ON. */
export async function beginSetup(tx: OwnerTx, key: SecretKey, { userId, email }: SignedInActor) {
  const secret = createAppSecret()
  if (!(await beginTwoStep(tx, userId, await encryptSecret(key, secret)))) throw fail('TWO_STEP_ON')
  return createAppSetup(secret, email)
}

/**
 * Turns the second step on with a code from the app, which is used up, and returns the recovery codes. Throws TWO_STEP_OFF (setup
 * not begun), TWO_STEP_ON, SECOND_STEP_WRONG.
 */
export async function confirmSetup(
  tx: Tx,
  key: SecretKey,
  actor: SignedInActor,
  code: string,
): Promise<string[]> {
  await lockPerson(tx, actor.userId)
  const row = await lockTwoStep(tx, actor.userId)
  if (!row) throw fail('TWO_STEP_OFF')
  if (row.confirmedAt) throw fail('TWO_STEP_ON')
  const counter = await findCounter(key, row, code)
  if (counter === undefined) throw fail('SECOND_STEP_WRONG')
  await confirmTwoStep(tx, actor, counter)
  const codes = await createRecoveryCodes(tx, actor.userId)
  await audit(tx, 'user_action_two_step_on', { actorId: actor.userId })
  return codes
}

/** Replaces the recovery codes and returns the new ones. Throws TWO_STEP_OFF. */
export async function renewRecoveryCodes(tx: Tx, { userId }: SignedInActor): Promise<string[]> {
  await requireEnabled(tx, userId)
  const codes = await createRecoveryCodes(tx, userId)
  await audit(tx, 'user_action_recovery_codes_renewed', { actorId: userId })
  return codes
}

/** Turns the second step off. Throws TWO_STEP_OFF. */
export async function disableTwoStep(tx: OwnerTx, { userId }: SignedInActor): Promise<void> {
  await requireEnabled(tx, userId)
  await deleteTwoStep(tx, userId)
  await audit(tx, 'user_action_two_step_off', { actorId: userId })
}

async function requireEnabled(tx: Tx, userId: string): Promise<void> {
  if (!(await lockTwoStep(tx, userId))?.confirmedAt) throw fail('TWO_STEP_OFF')
}

async function createRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: maxRecoveryCodes }, () =>
    makeRecoveryCode(randomBytes(recoveryCodeBytes)),
  )
  await replaceRecoveryCodes(tx, userId, codes)
  return codes
}
