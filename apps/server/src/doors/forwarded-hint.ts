import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { isPublicAddress } from '../lib/public-address.ts'

const forwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const

export type ForwardedHint = {
  /** When (milliseconds) a proxy of this network last forwarded a request that was not believed; undefined: never. */
  seenAt(): number | undefined
  /** To be called where no proxy is trusted. Says it once in the log too. */
  watch(app: FastifyInstance, log: Pick<FastifyBaseLogger, 'warn'>): void
}

/**
 * Notices that a proxy seems to stand in front of a server that was not told of it: then all people share the proxy's address, and with
 * it what one address may do. Anybody can send such a header; a proxy of one's own sends it from a private address.
 */
export function createForwardedHint(now: () => number = Date.now): ForwardedHint {
  let told = false
  let seen: number | undefined
  return {
    seenAt: () => seen,
    watch(app, log) {
      app.addHook('onRequest', (request, _reply, done) => {
        if (forwarded.some(name => request.headers[name] !== undefined)) {
          if (!isPublicAddress(request.ip)) seen = now()
          if (!told)
            log.warn(
              { proxy: request.ip },
              'A request came with a forwarded header, which is not believed: all people behind that proxy count as one address. If a reverse proxy of yours stands in front of Muster, set TRUST_PROXY to the number of proxies (usually 1) or to their addresses.',
            )
          told = true
        }
        done()
      })
    },
  }
}
