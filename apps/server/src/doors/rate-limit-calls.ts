import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { type DoorLimits, doorLimits } from './door-limits.ts'

/**
 * For endpoints where even a refusal costs something. Callers ahead of their rate wait before a byte is read. Those too far ahead
 * (`readWait` throws) are refused after a delay, because a loop of immediate refusals costs as much CPU as calls; if too many are
 * delayed, the response closes the connection.
 */
export function rateLimitCalls(
  readWait: (request: FastifyRequest) => number | Promise<number>,
  { lateMs, late: maxLate }: Pick<DoorLimits, 'lateMs' | 'late'> = doorLimits,
): onRequestHookHandler {
  let lateCount = 0
  return (request, reply, done) => {
    const proceed = (wait: number) => {
      if (wait > 0) setTimeout(done, wait)
      else done()
    }
    const rejectRequest = (error: Error) => {
      if (lateCount >= maxLate) {
        reply.header('connection', 'close')
        return done(error)
      }
      lateCount++
      setTimeout(
        () => {
          lateCount--
          done(error)
          // Randomised, because simultaneous refusals would otherwise be sent at the same moment and block others.
        },
        lateMs * (0.5 + Math.random()),
      )
    }
    let wait: number | Promise<number>
    try {
      wait = readWait(request)
    } catch (error) {
      return rejectRequest(error as Error)
    }
    if (wait instanceof Promise) wait.then(proceed, rejectRequest)
    else proceed(wait)
  }
}
