import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import { feedPositionHeader } from '@muster/contract/feed-position.ts'
import { OpenAPIHandler } from '@orpc/openapi/fastify'
import { ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fastify'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { CountedMessage, CountedResponse } from '../doors/counted-message.ts'
import { type DoorLimits, doorLimits } from '../doors/door-limits.ts'
import type { ForwardedHint } from '../doors/forwarded-hint.ts'
import { limitBodies } from '../doors/limit-bodies.ts'
import { limitSockets, skipDestroyedSockets } from '../doors/limit-sockets.ts'
import { type ObserveRequest, observeRequests } from '../doors/observe-requests.ts'
import type { ProxyFit } from '../doors/proxy-fit.ts'
import { rateLimitCalls } from '../doors/rate-limit-calls.ts'
import { monitorDelay, refuseWhileBusy } from '../doors/refuse-while-busy.ts'
import { createRequestIds } from '../doors/request-ids.ts'
import { answerUnserved } from '../doors/served-methods.ts'
import { prepareActors } from '../doors/signed-in-door.ts'
import type { MapPolicy } from '../features/maps/index.ts'
import { createBatchedLog } from '../lib/batched-log.ts'
import type { RequestContext } from '../rpc/context.ts'
import { translateError } from '../rpc/error-texts.ts'
import { negotiateLanguage } from '../rpc/request-language.ts'
import { createUnexpectedError, mapUnexpectedError, withLoggedReason } from '../rpc/unexpected.ts'
import { addResponseHeaders, permissionsPolicy, toHsts } from './answer-headers.ts'
import { compressJson, createCompressionCache } from './compress-json.ts'
import { toCurrentAddress } from './current-address.ts'
import { answerMalformedRequest, sendError, sendRouteNotFound } from './http-errors.ts'
import { allowNativeApp } from './native-origins.ts'
import { createOpenApiDocument, renderReferencePage } from './openapi.ts'
import { refuseRepeatedFields } from './refuse-repeated-fields.ts'
import { refuseSpecialValues } from './refuse-special-values.ts'
import type { Router } from './router.ts'
import { findMethods, findPathFields, methods } from './served-addresses.ts'
import { withRetryAfter } from './with-retry-after.ts'

type Options = {
  readonly router: Router
  readonly createContext: (request: FastifyRequest) => RequestContext
  /** Milliseconds until the body may be read; synchronous if no session must be looked up. Throws or rejects TOO_MANY_REQUESTS. */
  readonly readWait: (request: FastifyRequest) => number | Promise<number>
  readonly loggerInstance?: FastifyBaseLogger
  readonly requestLog?: boolean
  /** Receives the route, status and duration of each answered request, for the metrics. */
  readonly observe?: ObserveRequest | undefined
  readonly trustProxy: boolean | number | string[]
  readonly forwarded: Pick<ForwardedHint, 'watch'>
  readonly proxyFit?: Pick<ProxyFit, 'watch'>
  readonly version: string
  readonly publicUrl: string
  /** False to leave subdomains out of the https-only header. */
  readonly hstsSubdomains?: boolean
  /** Returns what the base map currently adds to the pages' content security policy. */
  readonly mapPolicy: () => MapPolicy
  /** Returns the current position of the feed, for `feedPositionHeader`; undefined while the feed is not followed. */
  readonly feedPosition: () => string | undefined
  /** Registers the endpoints that are not procedures, such as the feed's socket and the devices' endpoint. */
  readonly registerDoors: (app: FastifyInstance) => void
  /** For /readyz. A read-only database counts as ready: taking every node out of service would stop reads as well. */
  readonly isReady: () => Promise<{ ready: boolean; storing: boolean }>
  readonly limits?: DoorLimits
}

/** Maximum size of API request bodies in bytes: 1 MiB is far more than any of our forms. */
const BODY_LIMIT = 1024 * 1024
const webDist = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** Creates the HTTP server with everything registered, but does not start listening. */
export async function createHttp(options: Options): Promise<FastifyInstance> {
  const limits = options.limits ?? doorLimits
  const app = Fastify({
    loggerInstance: options.loggerInstance,
    trustProxy: typeof options.trustProxy === 'number' ? trustHops(options.trustProxy) : options.trustProxy,
    genReqId: createRequestIds(options.trustProxy),
    bodyLimit: BODY_LIMIT,
    // Drop `__proto__` and poisoned `constructor` keys instead of rejecting the whole batch.
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    // There is no limit for a body that makes progress (see limitBodies). The headers have their own timeout.
    requestTimeout: 0,
    connectionTimeout: limits.silentMs,
    http: {
      IncomingMessage: CountedMessage,
      ServerResponse: CountedResponse,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.sweepMs,
      // An upgrade request to any other URL is treated as an ordinary request: it is answered, with the same timeouts.
      shouldUpgradeCallback: ({ method, url }) => method === 'GET' && url?.split('?')[0] === '/live',
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    routerOptions: { ignoreTrailingSlash: true },
    rewriteUrl(request) {
      const address = toCurrentAddress(request)
      // oRPC uses the framework's original URL.
      return Object.assign(request, { originalUrl: address }).originalUrl
    },
    frameworkErrors: sendRouteNotFound,
    clientErrorHandler: answerMalformedRequest,
  })
  app.setErrorHandler(sendError)
  observeRequests(app, { isLogged: options.requestLog === true, observe: options.observe })
  // These must come before anything else reads a request.
  skipDestroyedSockets(app.server)
  allowNativeApp(app)
  limitSockets(app.server, {
    limits,
    byAddress: options.trustProxy === false,
    onRefused: createBatchedLog(app.log, 'warn', 'Refused a connection: too many are open').add,
  })
  limitBodies(
    app,
    limits,
    createBatchedLog(app.log, 'warn', 'Refused the body of a request: too much is being sent at once').add,
  )
  if (options.trustProxy === false) options.forwarded.watch(app, app.log)
  options.proxyFit?.watch(app, app.log, options.trustProxy)
  answerUnserved(app, { '/api/*': findMethods })
  prepareActors(app)
  const https = options.publicUrl.startsWith('https://')
  addResponseHeaders(app, {
    hsts: https ? toHsts(options.hstsSubdomains ?? true) : undefined,
    pages: { 'permissions-policy': permissionsPolicy },
  })
  const ofMap = (directive: keyof MapPolicy) => () => options.mapPolicy()[directive].join(' ')
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // The QR code reader is WebAssembly, compiled from our own file. This does not allow evaluating strings as scripts.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'", ofMap('script')],
        // The component library writes style attributes. Scripts stay restricted.
        styleSrc: ["'self'", "'unsafe-inline'", ofMap('style')],
        fontSrc: ["'self'", ofMap('font')],
        imgSrc: ["'self'", 'data:', 'blob:', ofMap('img')],
        // 'self' should also cover the feed's socket on the same host, but not every browser supports that, so the socket is listed
        // as well.
        connectSrc: ["'self'", new URL(options.publicUrl).origin.replace(/^http/, 'ws'), ofMap('connect')],
        // The map's worker is our own file.
        workerSrc: ["'self'", ofMap('worker')],
        // A tab with a PDF to be printed inherits this policy, and Chrome shows the PDF as an object in it.
        objectSrc: ['blob:'],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
      },
    },
    strictTransportSecurity: https && { includeSubDomains: options.hstsSubdomains ?? true },
    crossOriginEmbedderPolicy: false,
  })
  const delay = monitorDelay(limits)
  app.addHook('onClose', async () => delay.stop())
  refuseWhileBusy(app, isTrackedPath, delay.isLate)

  options.registerDoors(app)

  // Browsers request this for pages that declare no icon.
  app.get('/favicon.ico', (_request, reply) => reply.redirect('/muster.svg'))
  app.get('/livez', () => ({ alive: true, version: options.version }))
  app.get('/readyz', async (_request, reply) => {
    const state = await options.isReady().catch(() => ({ ready: false, storing: false }))
    return reply.status(state.ready ? 200 : 503).send(state)
  })

  const rpc = new RPCHandler<RequestContext>(options.router, {
    ...interceptors,
    interceptors: [refuseSpecialValues],
  })
  const rest = new OpenAPIHandler<RequestContext>(options.router, { ...interceptors, ...arrayLimits })
  const calls = {
    ...compressedRouteOptions,
    helmet: false as const,
    onRequest: rateLimitCalls(options.readWait, limits),
  }
  app.post('/rpc/*', calls, async (request, reply) => {
    // The position must be read before the call reads anything.
    const position = request.headers.authorization === undefined ? undefined : options.feedPosition()
    if (position !== undefined) reply.header(feedPositionHeader, position)
    const { matched } = await rpc.handle(request, reply, {
      prefix: '/rpc',
      context: options.createContext(request),
    })
    if (!matched) return reply.callNotFound()
    return reply
  })

  // Generating the document takes a fifth of the time of a start, and most servers are never asked for it.
  let document: ReturnType<typeof createOpenApiDocument> | undefined
  const readDocument = () => {
    document ??= createOpenApiDocument(options.version, `${options.publicUrl}/api`)
    return document
  }
  app.get(
    '/api',
    createCompressionCache(async () => renderReferencePage(await readDocument()), 'text/html; charset=utf-8'),
  )
  app.get(
    '/api/openapi.json',
    createCompressionCache(
      async () => JSON.stringify(await readDocument()),
      'application/json; charset=utf-8',
    ),
  )
  app.route({
    method: methods,
    url: '/api/*',
    exposeHeadRoute: false,
    ...calls,
    preHandler: refuseRepeatedFields(findPathFields),
    handler: async (request, reply) => {
      // A slash at the end may be what is left of a name below this address, which is not what the request is to delete.
      const path = request.url.split('?')[0] ?? ''
      if (request.method === 'DELETE' && path.endsWith('/')) return reply.callNotFound()
      const served = findMethods(path)
      if (served.length > 0 && !served.includes(request.method)) return reply.callNotFound()
      const { matched } = await rest.handle(request, reply, {
        prefix: '/api',
        context: options.createContext(request),
      })
      if (!matched) return reply.callNotFound()
      return reply
    },
  })

  // Without a build of the web app (tests of the server alone), only the API is served.
  if (existsSync(webDist)) {
    await app.register(fastifyStatic, {
      root: webDist,
      preCompressed: true,
      // Files under assets/ have a hash in their names, so they can be cached forever.
      setHeaders: (reply, path) =>
        reply.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    })
  }
  return app
}

/** True for procedures, the ingest endpoints, uploads and stored files; false for pages, health checks and the feed's socket. */
const isTrackedPath = (url: string) => /^\/(rpc|api|ingest|upload|files)\//.test(url)

const compressedRouteOptions = { onSend: compressJson }

/** Trusts the `x-forwarded-for` header of the nearest `count` proxies. */
const trustHops = (count: number) => (_address: string, hop: number) => hop < count

type InterceptorOptions = {
  readonly next: () => Promise<unknown>
  readonly context: RequestContext
  readonly path: readonly string[]
}

async function mapUnexpected({ next, context, path }: InterceptorOptions): Promise<unknown> {
  context.trace.operation = path.join('.')
  try {
    return await next()
  } catch (error) {
    const mappedError = withLoggedReason(
      mapUnexpectedError(error, context.log),
      error,
      context.trace.id,
      context.log,
    )
    if (mappedError instanceof ORPCError)
      throw translateError(negotiateLanguage(context.headers.get('accept-language')), mappedError)
    context.log.error({ err: error, operation: context.trace.operation }, 'A procedure failed unexpectedly')
    throw createUnexpectedError(context.trace.id, error)
  }
}

const interceptors = { clientInterceptors: [mapUnexpected], rootInterceptors: [withRetryAfter] }

/** Limits the index of lists in a query, because a high index costs as much as all lower ones together. */
const arrayLimits = { maxBracketNotationArrayIndex: 99 }
