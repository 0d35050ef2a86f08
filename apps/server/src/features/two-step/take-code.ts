import { isAppCode } from '@muster/domain/two-step.ts'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Tx } from '../../db/database.ts'
import { matchingCounter } from './app-codes.ts'
import { lockTwoStep, type TwoStepRow, useCounter, useRecoveryCode } from './two-step.queries.ts'

/** The server's signing secret, which encrypts the secrets of authenticator apps. */
export type SecretKey = { readonly secret: string }

export const sealed = ({ secret }: SecretKey, data: string) => symmetricEncrypt({ key: secret, data })

/** Decrypts the secret. Throws if the server's signing secret has changed since it was encrypted. */
const opened = ({ secret }: SecretKey, row: TwoStepRow) => symmetricDecrypt({ key: secret, data: row.secret })

/** Returns the counter of the code; undefined if the code does not match, or the secret can no longer be decrypted. */
export async function findCounter(key: SecretKey, row: TwoStepRow, code: string, now = Date.now()) {
  const secret = await opened(key, row).catch(() => undefined)
  return secret === undefined ? undefined : matchingCounter(secret, code, { now, after: row.lastCounter })
}

/**
 * Uses up a code from the person's app or one of their recovery codes; returns 'wrong' if it is neither or already used. A row lock
 * makes only one of two concurrent uses of a code succeed. Owner only.
 */
export async function takeCode(
  tx: Tx,
  key: SecretKey,
  userId: string,
  code: string,
): Promise<'app' | 'recovery' | 'wrong'> {
  const row = await lockTwoStep(tx, userId)
  if (!row?.confirmedAt) return 'wrong'
  if (!isAppCode(code)) return (await useRecoveryCode(tx, userId, code)) ? 'recovery' : 'wrong'
  const counter = await findCounter(key, row, code)
  if (counter === undefined) return 'wrong'
  await useCounter(tx, userId, counter)
  return 'app'
}
