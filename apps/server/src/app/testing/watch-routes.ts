import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

const CREATED_CHANNEL = 'fastify.initialization'

/**
 * Runs `start` and returns its result, with a function that lists the routes of the servers it creates, except the web app's files:
 * `GET POST /ingest/osmand`.
 */
export async function watchRoutes<T>(start: () => Promise<T>): Promise<{ value: T; routes: () => string[] }> {
  const methodsByUrl = new Map<string, Set<string>>()
  const onRouteCreated = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ url, method }) => {
      const methods = methodsByUrl.get(url) ?? new Set()
      methodsByUrl.set(url, methods)
      for (const routeMethod of [method].flat()) if (routeMethod !== 'HEAD') methods.add(routeMethod)
    })
  }
  subscribe(CREATED_CHANNEL, onRouteCreated)
  try {
    const value = await start()
    return { value, routes: () => [...methodsByUrl].flatMap(toRoute) }
  } finally {
    unsubscribe(CREATED_CHANNEL, onRouteCreated)
  }
}

const toRoute = ([url, methods]: [string, Set<string>]) =>
  url === '/*' || methods.size === 0 ? [] : `${[...methods].sort().join(' ')} ${url}`
