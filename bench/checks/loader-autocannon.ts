import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { isShort } from '../short-form.ts'
import type { Loader } from './loader.ts'
import type { Sender } from './seed.ts'

type Autocannon = (options: object) => Promise<{
  duration: number
  '2xx': number
  '5xx': number
  non2xx: number
  errors: number
  timeouts: number
  latency: { p50: number; p99: number }
}>

/** The endpoint that takes its reading from the URL. */
const OSMAND_PATH = '/ingest/osmand'

/**
 * Returns a loader based on autocannon from npm, for machines without wrk. autocannon uses more of the cores than wrk, so the
 * figures are lower.
 */
export function openAutocannon(origin: string, senders: readonly Sender[]): Loader {
  // autocannon is a CommonJS module without types.
  const autocannon = createRequire(import.meta.url)('autocannon') as Autocannon
  let requestCount = 0
  const nextRequest = (path: string, readings: number) => (request: object) => {
    const sender = senders[requestCount++ % senders.length] as Sender
    if (path === OSMAND_PATH) return { ...request, path: osmAndPath(sender), headers: {} }
    return { ...request, ...createRequest(path, sender, readings) }
  }
  return {
    name: 'autocannon',
    async run(path, { connections, seconds, perSecond, readings = 1 }) {
      const result = await autocannon({
        url: `${origin}${path}`,
        method: 'POST',
        ...(isShort
          ? // autocannon notices the end of a load only when it takes a sample, by default once a second.
            { connections: 2, amount: 10, timeout: 60, sampleInt: 50 }
          : { connections, duration: seconds, ...(perSecond && { overallRate: Math.round(perSecond) }) }),
        requests: [{ setupRequest: nextRequest(path, readings) }],
      })
      return {
        perSecond: result['2xx'] / result.duration,
        answered: result['2xx'],
        // A busy test machine may answer "try again".
        failed: result.non2xx - (isShort ? result['5xx'] : 0) + result.errors + result.timeouts,
        p50Ms: result.latency.p50,
        p99Ms: result.latency.p99,
      }
    },
  }
}

function createRequest(path: string, sender: Sender, readings: number) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${sender.token}` }
  const body = path.startsWith('/rpc/')
    ? { json: createReading(sender) }
    : { readings: Array.from({ length: readings }, () => createReading(sender)) }
  return { body: JSON.stringify(body), headers }
}

function createReading(sender: Sender) {
  const jitter = () => (Math.random() - 0.5) * 0.001
  const outsideOffset = Math.random() < 0.02 ? 0.01 : 0
  return {
    id: randomUUID(),
    lat: sender.lat + jitter(),
    lng: sender.lng + outsideOffset + jitter(),
    accuracyMeters: 5,
    capturedAt: new Date().toISOString(),
    zoneId: sender.zoneId,
  }
}

/** Returns the request path as sent by Traccar Client up to version 8. */
function osmAndPath(sender: Sender): string {
  const { lat, lng } = createReading(sender)
  return `${OSMAND_PATH}?id=${sender.token}&timestamp=${Date.now()}&lat=${lat}&lon=${lng}&speed=0.0&bearing=0.0&altitude=0.0&accuracy=5.0&batt=87.0`
}
