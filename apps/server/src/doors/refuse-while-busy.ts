import type { FastifyInstance } from 'fastify'
import { fail } from '../rpc/fail.ts'
import type { DoorLimits } from './door-limits.ts'

/**
 * Refuses what is work with SERVICE_UNAVAILABLE while the process does not keep up. By an error, never by an answer of the
 * hook's own: an answer that is packed goes out later, and the request would be carried out meanwhile.
 */
export function refuseWhileBusy(
  app: FastifyInstance,
  isWork: (url: string) => boolean,
  isBusy: () => boolean,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // The files of a page cost next to nothing, and a screen that misses one of them is broken.
    done(isBusy() && isWork(request.url) ? fail('SERVICE_UNAVAILABLE') : undefined)
  })
}

/**
 * Whether the turns of the event loop come too late: as late as the last look did. (The histogram of Node.js forgets the turn
 * under way when it is emptied, and with it the only one that counts.)
 */
export function watchDelay({ delayMs, sweepMs }: Pick<DoorLimits, 'delayMs' | 'sweepMs'>) {
  let isLate = false
  let lookedAt = performance.now()
  const look = setInterval(() => {
    const at = performance.now()
    isLate = at - lookedAt - sweepMs > delayMs
    lookedAt = at
  }, sweepMs)
  look.unref()
  return { isLate: () => isLate, stop: () => clearInterval(look) }
}
