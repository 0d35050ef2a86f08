import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { fail } from '../rpc/fail.ts'
import type { DoorLimits } from './door-limits.ts'

/** How exactly it is measured (ms). */
const RESOLUTION_MS = 10

/**
 * Refuses what is work with SERVICE_UNAVAILABLE while the process does not keep up. By an error, never by an answer of the
 * hook's own: an answer that is packed goes out later, and the request would be carried out meanwhile.
 */
export function refuseWhileBusy(
  app: FastifyInstance,
  isWork: (url: string) => boolean,
  { delayMs, sweepMs }: Pick<DoorLimits, 'delayMs' | 'sweepMs'>,
): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  let isBusy = false
  const look = setInterval(() => {
    // Not a number where nothing was measured, and then nothing is late.
    isBusy = delay.mean / 1e6 - RESOLUTION_MS > delayMs
    delay.reset()
  }, sweepMs)
  look.unref()
  app.addHook('onRequest', (request, _reply, done) => {
    // The files of a page cost next to nothing, and a screen that misses one of them is broken.
    done(isBusy && isWork(request.url) ? fail('SERVICE_UNAVAILABLE') : undefined)
  })
  app.addHook('onClose', async () => {
    clearInterval(look)
    delay.disable()
  })
}
