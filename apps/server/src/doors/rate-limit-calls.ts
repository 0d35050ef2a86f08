import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { type DoorLimits, doorLimits } from './door-limits.ts'

/**
 * Creates the `onRequest` hook for endpoints where every request costs something, even if it is refused. It limits the rate of a
 * sender's requests. Callers ahead of their rate wait before a byte of the body is read. Callers too far ahead (`readWait` throws)
 * are refused at this point after a delay, because with immediate refusals a loop would use as much CPU as with accepted calls. If
 * too many refusals are being delayed, the response closes the connection instead.
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
