import { msg } from '@lingui/core/runtime-macro'
import { ORPCError } from '@orpc/server'
import type { FastifyBaseLogger } from 'fastify'
import { FilesUnavailableError } from '../lib/file-storage.ts'
import { withText } from './error-texts.ts'
import { fail } from './fail.ts'

type Log = Pick<FastifyBaseLogger, 'warn'>

/** Driver messages, without a code, for a connection that could not be opened or that broke during use. */
const connectionLostPattern =
  /timeout exceeded when trying to connect|^timeout expired$|Connection terminated|^Client .* is not queryable$/

const connectionCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])

/** Returns PostgreSQL's error code (appendix A) or the system's; empty if there is none. */
function readCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** True if an error means that the database is unreachable or not ready, so that the same request may work later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = readCode(error)
  // 08 connection exceptions, 28 our own login refused, 57P shutdown and start-up, 53 insufficient resources, 25006 a standby.
  if (/^(08|28|53)...$|^57P0.$|^25006$/.test(code) || connectionCodes.has(code)) return true
  return connectionLostPattern.test(error.message)
}

/** True for an outage, and for the answer to a caller because of one. A missing file is none, unless it is the database's socket. */
const isOutage = (error: unknown) =>
  error instanceof ORPCError
    ? error.code === 'SERVICE_UNAVAILABLE'
    : isDatabaseUnavailable(error) &&
      (readCode(error) !== 'ENOENT' || (error as NodeJS.ErrnoException).syscall === 'connect')

/**
 * Returns a log that leaves out what follows from an outage of the database, which the feed reader reports in one line. For work
 * that talks to nothing but the database.
 */
export function withoutOutages<L extends Partial<Pick<FastifyBaseLogger, 'warn' | 'error'>>>(log: L) {
  const write = (level: 'warn' | 'error') => (facts: object, text?: string) => {
    if (!('err' in facts && isOutage(facts.err))) log[level]?.(facts, text)
  }
  return { warn: write('warn'), error: write('error') }
}

/** True if the database exceeded a timeout: 57014 for a statement, 55P03 for a lock, or the driver's own query timeout. */
function isTooSlow(error: unknown): boolean {
  return (
    /^(57014|55P03)$/.test(readCode(error)) ||
    (error instanceof Error && error.message === 'Query read timeout')
  )
}

/** True if two transactions conflicted (class 40), so that the same request may work when retried. */
const isSerializationFailure = (error: unknown) => /^40...$/.test(readCode(error))

/** True if this process or the machine has no free file handles. */
const isOutOfFiles = (error: unknown) => /^E[MN]FILE$/.test(readCode(error))

/** True if something the request refers to has been deleted since the policy checked it (23503, foreign key). */
const isForeignKeyViolation = (error: unknown) => readCode(error) === '23503'

/**
 * True if PostgreSQL refused a value, either because it is invalid (class 22), such as a text with a NUL character, or because of a
 * check constraint (23514).
 */
const isValueRefused = (error: unknown) => /^(22...|23514)$/.test(readCode(error))

/** Row-level security or a missing grant refused what the policy had allowed, usually because access was revoked in between. */
const isRefused = (error: unknown) => readCode(error) === '42501'

/** A 500 without details. The request's id lets an administrator find the error in the log. */
export const createUnexpectedError = (requestId: string, cause?: unknown) =>
  new ORPCError('INTERNAL_SERVER_ERROR', { data: { requestId }, cause })

/** Maximum number of unavailable answers a second whose reason is logged, so that an outage does not fill the disk. */
const MAX_LOGGED_PER_SECOND = 10
let loggedSecond = 0
let loggedCount = 0

/** Adds the request's id, by which an administrator finds the line. Unchanged for database outages or beyond ten in a second. */
export function withLoggedReason<E>(error: E, cause: unknown, requestId: string, log: Log): E | Unavailable {
  if (!(error instanceof ORPCError) || error.code !== 'SERVICE_UNAVAILABLE') return error
  // The feed reader reports an outage of the database in one line, which needs no reference.
  if (isDatabaseUnavailable(cause) || isDatabaseUnavailable(error.cause)) return error
  const second = Math.floor(Date.now() / 1_000)
  if (second !== loggedSecond) [loggedSecond, loggedCount] = [second, 0]
  loggedCount++
  if (loggedCount > MAX_LOGGED_PER_SECOND) return error
  const reason = cause instanceof Error ? cause.message : error.message
  log.warn({ requestId, reason }, 'A request could not be answered now (503)')
  return fail('SERVICE_UNAVAILABLE', { ...error.data, requestId })
}
type Unavailable = ReturnType<typeof fail<'SERVICE_UNAVAILABLE'>>

/**
 * SERVICE_UNAVAILABLE while database or files are down or a retry helps, CONFLICT for what was removed meanwhile, BAD_REQUEST for a
 * value that cannot be stored, FORBIDDEN for a refusal by the database (logged: should be rare). Other errors are bugs: unchanged, a
 * 500 with a generic message.
 */
export function mapUnexpectedError(error: unknown, log: Log): unknown {
  if (error instanceof ORPCError) return error
  if (error instanceof FilesUnavailableError) {
    log.warn({ err: error.cause }, 'Files cannot be kept or read')
    return fail('SERVICE_UNAVAILABLE')
  }
  if (
    isDatabaseUnavailable(error) ||
    isTooSlow(error) ||
    isSerializationFailure(error) ||
    isOutOfFiles(error)
  )
    return fail('SERVICE_UNAVAILABLE')
  if (isForeignKeyViolation(error))
    return withText(
      new ORPCError('CONFLICT'),
      msg`Something this refers to has been removed. Reload and try again.`,
    )
  if (isValueRefused(error))
    return withText(new ORPCError('BAD_REQUEST'), msg`The request contains a value that can’t be stored.`)
  if (isRefused(error)) {
    log.warn({ err: error }, 'The database refused what the policy allowed')
    return fail('FORBIDDEN')
  }
  return error
}
