import { type ErrorCode, errors } from '@muster/contract/errors.ts'
import { ORPCError } from '@orpc/server'

/** SQLSTATE of our own functions and triggers for an expected failure; its message is the catalogue's code. */
const REFUSED = 'MU001'

/** Awaits work that the database may refuse by its own rule. Throws that failure by its code. */
export async function refusing<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === REFUSED && error.message in errors))
      throw error
    const code = error.message as ErrorCode
    const { status, message } = errors[code]
    throw new ORPCError(code, { defined: true, status, message })
  }
}
