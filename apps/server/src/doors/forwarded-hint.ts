import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { isPublicAddress } from '../lib/public-address.ts'

const forwardedHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const

export type ForwardedHint = {
  /** When (ms) a proxy in this network last sent a forwarded header, which was not trusted; undefined if never. */
  seenAt(): number | undefined
  /** Watches for requests with a forwarded header and logs the first one. Only used if no proxy is trusted. */
  watch(app: FastifyInstance, log: Pick<FastifyBaseLogger, 'warn'>): void
}

/**
 * With an unconfigured proxy everybody shares its IP address and limits. Only one in the operator's own network has a private
 * address.
 */
export function createForwardedHint(now: () => number = Date.now): ForwardedHint {
  let isLogged = false
  let lastHintAt: number | undefined
  return {
    seenAt: () => lastHintAt,
    watch(app, log) {
      app.addHook('onRequest', (request, _reply, done) => {
        if (forwardedHeaders.some(name => request.headers[name] !== undefined)) {
          if (!isPublicAddress(request.ip)) lastHintAt = now()
          if (!isLogged)
            log.warn(
              { proxy: request.ip },
              'A request came with a forwarded header, which is not believed: all people behind that proxy count as one address. If a reverse proxy of yours stands in front of Muster, set TRUST_PROXY to the number of proxies (usually 1) or to their addresses.',
            )
          isLogged = true
        }
        done()
      })
    },
  }
}
