import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

const forwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const

/**
 * Says once, in plain words, that a proxy seems to stand in front of a server that was not told of it: then all people
 * share the proxy's address, and with it what one address may do.
 */
export function hintAtProxy(app: FastifyInstance, log: Pick<FastifyBaseLogger, 'warn'>): void {
  let told = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!told && forwarded.some(name => request.headers[name] !== undefined)) {
      told = true
      log.warn(
        { proxy: request.ip },
        'A request came with a forwarded header, which is not believed: all people behind that proxy count as one address. If a reverse proxy of yours stands in front of Muster, set TRUST_PROXY to the number of proxies (usually 1) or to their addresses.',
      )
    }
    done()
  })
}
