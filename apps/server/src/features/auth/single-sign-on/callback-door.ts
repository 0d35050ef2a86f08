import type { FastifyInstance } from 'fastify'

/** The path, relative to PUBLIC_URL, of the only redirect URL a provider may use. */
export const callbackPath = '/sign-in/callback'

const MAX_VALUE_LENGTH = 2_000

/** Forwards to the web app, whose routes come after the hash. Checks nothing: only the browser that began can finish. */
export function registerCallbackDoor(app: FastifyInstance, publicUrl: string): void {
  app.get<{ Querystring: Record<string, unknown> }>(callbackPath, async ({ query }, reply) => {
    const parameters = new URLSearchParams()
    for (const name of ['state', 'code', 'error']) {
      const value = query[name]
      if (typeof value === 'string' && value.length <= MAX_VALUE_LENGTH) parameters.set(name, value)
    }
    return reply
      .header('cache-control', 'no-store')
      .redirect(`${publicUrl}/#/single-sign-on?${parameters}`, 302)
  })
}
