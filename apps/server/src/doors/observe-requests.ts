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
 * Names a request by procedure or route template, never by path or query, which may contain tokens and positions. Without the feed's
 * sockets, which have their own metrics. Must be called before any route is registered.
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
