import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { type DoorLimits, doorLimits } from '../../doors/door-limits.ts'
import { createForwardedHint, type ForwardedHint } from '../../doors/forwarded-hint.ts'
import { requireSession } from '../../doors/signed-in-door.ts'
import { mapPolicy } from '../../features/maps/index.ts'
import { registerIngest } from '../../features/presence/ingest.ts'
import { registerTrackerRoutes, type TrackerRoutesDeps } from '../../features/trackers/tracker-doors.ts'
import { api } from '../../rpc/base.ts'
import type { RequestContext } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { createHttp } from '../http.ts'
import type { Router } from '../router.ts'

const MB = 1024 * 1024

/** The product's limits, with shorter times and some lower numbers, so that tests reach them quickly. */
export const shortLimits: DoorLimits = {
  ...doorLimits,
  headersMs: 300,
  bodyLookMs: 300,
  lingerMs: 200,
  lingerBytes: MB,
  lateMs: 20,
  late: 2,
  sweepMs: 50,
  // The event loop of a test is late itself while other tests run beside it.
  delayMs: 60_000,
}

export type ServedDoors = {
  app: FastifyInstance
  port: number
  lines: string[]
  forwarded: Pick<ForwardedHint, 'seenAt'>
}

/**
 * Serves the product's HTTP endpoints with stub handlers, without a database: three procedures, an upload, the socket, and the
 * ingest and tracker routes.
 */
export async function serveDoors(
  limits: DoorLimits,
  trustProxy: boolean | number = false,
  readQueueWaitMs: () => number = () => 0,
): Promise<ServedDoors> {
  const lines: string[] = []
  const forwardedHint = createForwardedHint()
  const sessions = { resolve: async () => null }
  const router = {
    auth: {
      settings: api.auth.settings.handler(() => settings),
      resetPassword: api.auth.resetPassword.handler(() => {
        throw fail('TOO_MANY_REQUESTS', { retryAt: new Date(Date.now() + 30_000).toISOString() })
      }),
      confirmEmail: api.auth.confirmEmail.handler(() => {
        throw fail('SERVICE_UNAVAILABLE')
      }),
    },
  }
  const loggerInstance = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const app = await createHttp({
    router: router as unknown as Router,
    createContext: () =>
      ({
        headers: new Headers(),
        trace: { id: 'test-request', accountId: null },
        log: loggerInstance,
      }) as unknown as RequestContext,
    readWait: readQueueWaitMs,
    loggerInstance,
    trustProxy,
    forwarded: forwardedHint,
    version: '0',
    publicUrl: 'http://muster.example',
    mapPolicy: () =>
      mapPolicy({
        base: { kind: 'built_in' },
        origins: [],
        googleKey: null,
        googleOrigin: '',
        openFreeMapOrigin: '',
      }),
    feedPosition: () => undefined,
    registerDoors: door => {
      door.register(websocket)
      door.register(async scope => {
        const handler = () => 'a socket is asked for'
        scope.route({ method: 'GET', url: '/live', handler, wsHandler: socket => socket.close() })
      })
      door.put('/upload', { onRequest: requireSession(sessions) }, () => 'never')
      registerIngest(door, { sessions } as unknown as Parameters<typeof registerIngest>[1])
      registerTrackerRoutes(door, {} as TrackerRoutesDeps)
    },
    isReady: async () => ({ ready: true, storing: true }),
    limits,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  return {
    app,
    port: typeof address === 'object' && address ? address.port : 0,
    lines,
    forwarded: forwardedHint,
  }
}
const settings = {
  passwordMin: 6,
  emailConfirmation: false,
  signUp: 'open' as const,
  retentionDays: 90,
  singleSignOn: null,
  passkeysAt: null,
  demoMapHosts: [],
  demoSignIns: [],
}
