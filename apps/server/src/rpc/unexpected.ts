import { ORPCError } from '@orpc/server'
import { fail } from './fail.ts'

const connectionCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])

/** Whether an error says that the database cannot be reached or is not ready, so that the same request may work later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  // 08 connection exceptions, 57P shutdown and start-up, 53 too little of something: PostgreSQL, appendix A.
  if (/^(08|53)...$|^57P0.$/.test(code) || connectionCodes.has(code)) return true
  return /timeout exceeded when trying to connect|Connection terminated|Client was closed/.test(error.message)
}

/** Whether two transactions got in each other's way (class 40): the same request works when sent again. */
function isCollision(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && /^40...$/.test(error.code)
  )
}

/** Whether something the request refers to is gone (23503, foreign key): it was there when the policy looked. */
function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503'
}

/** Whether PostgreSQL refused a value as such (class 22), for example a text with a NUL character. */
function isValueRefused(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && /^22...$/.test(error.code)
  )
}

/**
 * What a client may see of an error nobody expected: SERVICE_UNAVAILABLE while the database is away or when sending again
 * helps, CONFLICT for what was removed in the meantime, BAD_REQUEST for a value that cannot be stored; else the error itself, which leaves as a 500 without text of ours and is a bug.
 */
export function expectUnexpected(error: unknown): unknown {
  if (error instanceof ORPCError) return error
  if (isDatabaseUnavailable(error) || isCollision(error)) return fail('SERVICE_UNAVAILABLE')
  if (isGone(error))
    return new ORPCError('CONFLICT', { message: 'Something this refers to was removed in the meantime.' })
  if (isValueRefused(error))
    return new ORPCError('BAD_REQUEST', { message: 'The request holds a value that cannot be stored.' })
  return error
}
