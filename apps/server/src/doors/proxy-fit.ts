import type { ProxyMisfit as AnyProxyMisfit } from '@muster/domain/system-health.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isPublicAddress } from '../lib/public-address.ts'

/** A sign seen in requests of trusted proxies; an untrusted one is found by the forwarded hint. */
export type ProxyMisfit = Exclude<AnyProxyMisfit, 'untrusted'>

const lines: Readonly<Record<ProxyMisfit, string>> = {
  fewer:
    'Requests came with fewer addresses in X-Forwarded-For than TRUST_PROXY trusts: people could make up their address. Set TRUST_PROXY to the number of your proxies, and let each add its client to X-Forwarded-For.',
  more: 'Requests came through more proxies than TRUST_PROXY trusts: all people behind the first proxy count as one address. Set TRUST_PROXY to the number of your proxies.',
  unlisted:
    'Requests came with X-Forwarded-For from an address that is not in TRUST_PROXY: all people behind it count as one address. Add the address of your proxy to TRUST_PROXY.',
  socket:
    'The socket of live events (/live) was asked for without the Upgrade header: a proxy in front of Muster does not pass WebSockets. Set its Upgrade and Connection headers for /live.',
}

/** Number of requests from which a sign counts, because single ones may be made by hand on this machine. */
const MIN_SIGHTINGS = 5
/** Time (ms) without a sign after which its count starts again. */
const GAP_MS = 60 * 60_000

/** Detects from requests whether TRUST_PROXY matches the proxies in front of this server. Logs each misfit once. */
export function createProxyFit(now: () => number = Date.now) {
  const sightings = new Map<ProxyMisfit, { count: number; at: number }>()
  return {
    /** Returns the misfits seen since a time (ms since 1970). */
    seenSince: (since: number): ProxyMisfit[] =>
      [...sightings]
        .filter(([, { count, at }]) => count >= MIN_SIGHTINGS && at >= since)
        .map(([misfit]) => misfit),
    watch(
      app: FastifyInstance,
      log: { warn(facts: object, line: string): void },
      trustProxy: boolean | number | readonly string[],
    ): void {
      app.addHook('onRequest', (request, _reply, done) => {
        const misfit = findMisfit(request, trustProxy)
        // A socket that opens refutes the sign, which anybody can fake.
        if (isSocketRequest(request.url) && request.headers.upgrade) sightings.delete('socket')
        if (misfit) {
          const at = now()
          const earlier = sightings.get(misfit)
          const count = earlier && at - earlier.at < GAP_MS ? earlier.count + 1 : 1
          sightings.set(misfit, { count, at })
          if (count === MIN_SIGHTINGS)
            log.warn({ proxy: request.socket.remoteAddress, address: request.ip }, lines[misfit])
        }
        done()
      })
    },
  }
}
export type ProxyFit = ReturnType<typeof createProxyFit>

const isSocketRequest = (url: string) => url.split('?')[0] === '/live'

/** Returns what a request says about the proxies. Health checks and scrapes of metrics may come without the proxy. */
export function findMisfit(
  request: Pick<FastifyRequest, 'url' | 'headers' | 'ip'>,
  trustProxy: boolean | number | readonly string[],
): ProxyMisfit | undefined {
  const { url, headers, ip } = request
  if (/^\/(livez|readyz|metrics)\b/.test(url)) return undefined
  // An upgrade request that arrives whole never gets here as an ordinary request with these headers alone.
  if (isSocketRequest(url) && headers['sec-websocket-key'] !== undefined && !headers.upgrade) return 'socket'
  if (trustProxy === false || trustProxy === true) return undefined
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',')
  const hops = forwarded.split(',').filter(it => it.trim() !== '').length
  if (typeof trustProxy === 'number') {
    if (hops < trustProxy) return 'fewer'
    // A client's own header makes more addresses too, but then the address found is the client's and usually public.
    return hops > trustProxy && !isPublicAddress(ip) ? 'more' : undefined
  }
  const nearest = forwarded.split(',').at(-1)?.trim()
  return hops > 0 && nearest !== ip && !isPublicAddress(ip) && !forwarded.includes(ip)
    ? 'unlisted'
    : undefined
}
