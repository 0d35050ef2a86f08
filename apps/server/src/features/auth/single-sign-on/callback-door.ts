import type { FastifyInstance } from 'fastify'

/** The one address a provider may send people back to, below PUBLIC_URL. */
export const callbackPath = '/sign-in/callback'

const MOST = 2_000

/**
 * `GET /sign-in/callback`: hands what the provider says on to the page, whose addresses stand behind the hash. Nothing is decided
 * here: only the browser that began the sign-in can finish it.
 */
export function registerCallbackDoor(app: FastifyInstance, publicUrl: string): void {
  app.get<{ Querystring: Record<string, unknown> }>(callbackPath, async ({ query }, reply) => {
    const told = new URLSearchParams()
    for (const name of ['state', 'code', 'error']) {
      const value = query[name]
      if (typeof value === 'string' && value.length <= MOST) told.set(name, value)
    }
    return reply.header('cache-control', 'no-store').redirect(`${publicUrl}/#/single-sign-on?${told}`, 302)
  })
}
