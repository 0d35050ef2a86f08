import { isAppCode } from '@muster/domain/two-step.ts'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Tx } from '../../../db/database.ts'
import { findMatchingCounter } from './app-codes.ts'
import { consumeRecoveryCode, lockTwoStep, storeCounter, type TwoStepRow } from './two-step.queries.ts'

/** The server's signing secret, which encrypts the secrets of authenticator apps. */
export type SecretKey = { readonly secret: string }

export const encryptSecret = ({ secret }: SecretKey, data: string) => symmetricEncrypt({ key: secret, data })

/** Decrypts the secret. Throws if the server's signing secret has changed since it was encrypted. */
const decryptSecret = ({ secret }: SecretKey, row: TwoStepRow) =>
  symmetricDecrypt({ key: secret, data: row.secret })

/** Undefined if the code is wrong, expired or used, or the secret can no longer be decrypted. */
export async function findCounter(key: SecretKey, row: TwoStepRow, code: string, now = Date.now()) {
  const secret = await decryptSecret(key, row).catch(() => undefined)
  return secret === undefined ? undefined : findMatchingCounter(secret, code, { now, after: row.lastCounter })
}

/** 'wrong' also for used codes and without a second step. A row lock lets only one of two concurrent uses succeed. */
export async function consumeCode(
  tx: Tx,
  key: SecretKey,
  userId: string,
  code: string,
): Promise<'app' | 'recovery' | 'wrong'> {
  const row = await lockTwoStep(tx, userId)
  if (!row?.confirmedAt) return 'wrong'
  if (!isAppCode(code)) return (await consumeRecoveryCode(tx, userId, code)) ? 'recovery' : 'wrong'
  const counter = await findCounter(key, row, code)
  if (counter === undefined) return 'wrong'
  await storeCounter(tx, userId, counter)
  return 'app'
}
