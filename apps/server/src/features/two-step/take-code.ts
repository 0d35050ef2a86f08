import { isAppCode } from '@muster/domain/two-step.ts'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Tx } from '../../db/database.ts'
import { matchingCounter } from './app-codes.ts'
import { lockTwoStep, type TwoStepRow, useCounter, useRecoveryCode } from './two-step.queries.ts'

/** Encrypts the secrets of apps with the server's signing secret. */
export type SecretKey = { readonly secret: string }

export const sealed = ({ secret }: SecretKey, data: string) => symmetricEncrypt({ key: secret, data })

/** Decrypts the app's secret. Throws if the server's secret has changed since it was encrypted. */
const opened = ({ secret }: SecretKey, row: TwoStepRow) => symmetricDecrypt({ key: secret, data: row.secret })

/** The counter of a code that matches the row's secret; undefined if none does, or the secret can no longer be decrypted. */
export async function findCounter(key: SecretKey, row: TwoStepRow, code: string, now = Date.now()) {
  const secret = await opened(key, row).catch(() => undefined)
  return secret === undefined ? undefined : matchingCounter(secret, code, { now, after: row.lastCounter })
}

/**
 * Uses up a code of the person's app or one of their recovery codes; 'wrong' if it is neither, or already used. The row lock
 * ensures that of two concurrent uses of one code only one succeeds. Requires the database owner role.
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
