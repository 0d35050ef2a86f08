import { type ErrorCode, errors } from '@muster/contract/errors.ts'
import { ORPCError } from '@orpc/server'

/** SQLSTATE that our own functions and triggers raise for an expected failure; the message is an error code from the contract. */
const REFUSED_SQLSTATE = 'MU001'

/** Rethrows a refusal by a database rule as the error whose code it names. Other errors pass unchanged. */
export async function mapDatabaseRefusal<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (
      !(
        error instanceof Error &&
        'code' in error &&
        error.code === REFUSED_SQLSTATE &&
        error.message in errors
      )
    )
      throw error
    const code = error.message as ErrorCode
    const { status, message } = errors[code]
    throw new ORPCError(code, { defined: true, status, message })
  }
}
