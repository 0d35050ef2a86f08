import type {} from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RequestTrace } from '../rpc/context.ts'

declare module 'fastify' {
  interface FastifyRequest extends RequestTrace {}
}

/** Receives the route of an answered request, its status and its duration in milliseconds. */
export type ObserveRequest = (route: string, status: number, ms: number) => void

type Options = { readonly isLogged: boolean; readonly observe: ObserveRequest | undefined }

/**
 * Sends each request's id with its answer and, if wanted, logs a line for the request and passes it to the metrics. A request is
 * named by its procedure or by its route's template, never by its path or query, which may contain tokens and positions. The feed's
 * sockets are left out, because they last for hours and have metrics of their own. Must be called before any route is registered.
 */
export function observeRequests(app: FastifyInstance, { isLogged, observe }: Options): void {
  app.decorateRequest('operation', null)
  app.decorateRequest('accountId', null)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  if (!isLogged && !observe) return
  app.addHook('onResponse', (request, reply, done) => {
    done()
    if (request.ws) return
    const route = nameRoute(request)
    observe?.(route, reply.statusCode, reply.elapsedTime)
    if (isLogged)
      request.log.info(
        {
          method: request.method,
          route,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
          account: request.accountId ?? request.actor?.userId,
          address: request.ip,
        },
        'Request',
      )
  })
}

/** Names what a request called: a procedure, a route's template, or `none` for what is not served. */
const nameRoute = ({ operation, routeOptions, is404 }: FastifyRequest): string =>
  operation ?? (is404 ? 'none' : (routeOptions.url ?? 'none'))
