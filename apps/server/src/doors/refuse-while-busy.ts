import type { FastifyInstance } from 'fastify'
import { fail } from '../rpc/fail.ts'
import type { DoorLimits } from './door-limits.ts'

/** Throws SERVICE_UNAVAILABLE instead of sending: a compressed response is sent later, and the request would run meanwhile. */
export function refuseWhileBusy(
  app: FastifyInstance,
  isWork: (url: string) => boolean,
  isBusy: () => boolean,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // The web app's files are still served: they cost next to nothing, and a screen with a missing file is broken.
    done(isBusy() && isWork(request.url) ? fail('SERVICE_UNAVAILABLE') : undefined)
  })
}

/**
 * Watches whether the event loop was late at the last check. Node's own histogram is of no use: when reset, it loses the turn in
 * progress, and that is the turn that matters.
 */
export function monitorDelay({ delayMs, sweepMs }: Pick<DoorLimits, 'delayMs' | 'sweepMs'>) {
  let isLate = false
  let checkedAt = performance.now()
  const checkTimer = setInterval(() => {
    const at = performance.now()
    isLate = at - checkedAt - sweepMs > delayMs
    checkedAt = at
  }, sweepMs)
  checkTimer.unref()
  return { isLate: () => isLate, stop: () => clearInterval(checkTimer) }
}
