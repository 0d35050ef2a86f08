import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { type DoorLimits, doorLimits } from './door-limits.ts'

/**
 * The `onRequest` of doors behind which every request costs something, also one that is refused for what it says: a sender's
 * requests come in at their pace. Who is ahead of it waits on the headers, before a byte of the body is read. Who is too far
 * ahead (`waitOf` throws) is refused there, and a moment later: answered at once, a loop would take as much of the processors
 * with what is refused as with what is not. Where too many wait for that, their connection ends with the answer instead.
 */
export function rateLimitCalls(
  waitOf: (request: FastifyRequest) => number | Promise<number>,
  { lateMs, late: mostLate }: Pick<DoorLimits, 'lateMs' | 'late'> = doorLimits,
): onRequestHookHandler {
  let late = 0
  return (request, reply, done) => {
    const begin = (wait: number) => {
      if (wait > 0) setTimeout(done, wait)
      else done()
    }
    const refuse = (error: Error) => {
      if (late >= mostLate) {
        reply.header('connection', 'close')
        return done(error)
      }
      late++
      setTimeout(
        () => {
          late--
          done(error)
          // Not all at once: those who came together would be answered together, and others wait for that.
        },
        lateMs * (0.5 + Math.random()),
      )
    }
    let wait: number | Promise<number>
    try {
      wait = waitOf(request)
    } catch (error) {
      return refuse(error as Error)
    }
    if (wait instanceof Promise) wait.then(begin, refuse)
    else begin(wait)
  }
}
