import type { FastifyInstance } from 'fastify'

const HSTS_SECONDS = 31_536_000

/** Returns the value of the header that makes browsers keep to https. */
export const toHsts = (includesSubdomains: boolean): string =>
  `max-age=${HSTS_SECONDS}${includesSubdomains ? '; includeSubDomains' : ''}`

/** Browser features that our pages use, and those that a compromised page must not get. */
export const permissionsPolicy = [
  ...['geolocation', 'camera', 'clipboard-write', 'fullscreen', 'web-share'].map(name => `${name}=(self)`),
  ...['publickey-credentials-create', 'publickey-credentials-get'].map(name => `${name}=(self)`),
  ...[
    'microphone',
    'display-capture',
    'accelerometer',
    'gyroscope',
    'magnetometer',
    'bluetooth',
    'hid',
    'midi',
  ].map(name => `${name}=()`),
  ...['payment', 'serial', 'usb', 'browsing-topics'].map(name => `${name}=()`),
].join(', ')

/**
 * Sets headers for responses read by programs (OWASP REST security cheat sheet). Computing those for pages on every request would
 * add a tenth to a short call, so routes with `helmet: false` get these. Must be called before any route is registered.
 */
export function addResponseHeaders(
  app: FastifyInstance,
  { hsts, pages }: { hsts: string | undefined; pages: Readonly<Record<string, string>> },
): void {
  const headers = {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(hsts && { 'strict-transport-security': hsts }),
  }
  app.addHook('onRoute', route => {
    const values = route.helmet === false ? headers : pages
    // This hook runs first, so that requests rejected on their headers get these headers too.
    const otherHooks = [route.onRequest ?? []].flat()
    route.onRequest = [
      (_request, reply, done) => {
        reply.headers(values)
        done()
      },
      ...otherHooks,
    ]
  })
}
