import { isAppCode } from '@muster/domain/two-step.ts'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Tx } from '../../db/database.ts'
import { matchingCounter } from './app-codes.ts'
import { lockTwoStep, type TwoStepRow, useCounter, useRecoveryCode } from './two-step.queries.ts'

/** Encrypts and reads the secrets of apps, with what the server signs with. */
export type SecretKey = { readonly secret: string }

export const sealed = ({ secret }: SecretKey, data: string) => symmetricEncrypt({ key: secret, data })

/** Throws when the server signs with another secret than when it was sealed. */
const opened = ({ secret }: SecretKey, row: TwoStepRow) => symmetricDecrypt({ key: secret, data: row.secret })

/** The number of a code that fits the secret of the row; undefined when none does, or the secret cannot be read any more. */
export async function counterOf(key: SecretKey, row: TwoStepRow, code: string, now = Date.now()) {
  const secret = await opened(key, row).catch(() => undefined)
  return secret === undefined ? undefined : matchingCounter(secret, code, { now, after: row.lastCounter })
}

/**
 * Uses up a code of the person's app or one of their recovery codes; 'wrong' when it is neither, or was used. One after the
 * other, under the lock of the row: of two that come with the same code, one is let in. Of the owner only.
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
  const counter = await counterOf(key, row, code)
  if (counter === undefined) return 'wrong'
  await useCounter(tx, userId, counter)
  return 'app'
}
