import type { FastifyInstance } from 'fastify'

/** The only redirect address a provider may use, below PUBLIC_URL. */
export const callbackPath = '/sign-in/callback'

const MOST = 2_000

/**
 * `GET /sign-in/callback`: forwards the provider's answer to the page, whose routes come after the hash. Nothing is decided here:
 * only the browser that began the sign-in can finish it.
 */
export function registerCallbackDoor(app: FastifyInstance, publicUrl: string): void {
  app.get<{ Querystring: Record<string, unknown> }>(callbackPath, async ({ query }, reply) => {
    const parameters = new URLSearchParams()
    for (const name of ['state', 'code', 'error']) {
      const value = query[name]
      if (typeof value === 'string' && value.length <= MOST) parameters.set(name, value)
    }
    return reply
      .header('cache-control', 'no-store')
      .redirect(`${publicUrl}/#/single-sign-on?${parameters}`, 302)
  })
}
