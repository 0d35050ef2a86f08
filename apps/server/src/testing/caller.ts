import { createRouterClient, type Router, type RouterClient, safe } from '@orpc/server'
import type { Database } from '../db/database.ts'
import { createActorZoneCache, readUserActorZones } from '../rpc/actor-zone-cache.ts'
import { type ConcurrencyLimits, createConcurrencyLimits } from '../rpc/concurrency-limits.ts'
import type { RequestContext } from '../rpc/context.ts'
import { createSessions, type Sessions } from '../rpc/sessions.ts'
import type { TestUser } from './factories.ts'

// biome-ignore lint/suspicious/noExplicitAny: the library's own bound for "a router of any contract"
type AnyRouter = Router<any, RequestContext>

/**
 * Creates a function that returns a client for a router (one feature's, or the whole server's), signed in as a person or as nobody.
 * Calls run through everything but the network.
 */
export function createCaller<R extends AnyRouter>(
  router: R,
  db: Database,
  sessions: Sessions = createSessions({ db, sessionDays: 30 }),
) {
  const concurrency = createConcurrencyLimits()
  /** `ip` is 127.0.0.1 by default. */
  return (user?: Pick<TestUser, 'token'>, ip?: string) =>
    createRouterClient<AnyRouter, Record<never, never>>(router, {
      context: createContext(db, sessions, concurrency, user?.token, ip),
    }) as RouterClient<R>
}

/**
 * Returns the code of the error that a call fails with, `untyped: …` for an error without a code, or undefined if the call
 * succeeds.
 */
export async function readCode(call: Promise<unknown>): Promise<string | undefined> {
  const { error } = await safe(call)
  if (!error) return undefined
  return 'code' in error && typeof error.code === 'string' ? error.code : `untyped: ${error.message}`
}

function createContext(
  db: Database,
  sessions: Sessions,
  concurrency: ConcurrencyLimits,
  token: string | undefined,
  ip = '127.0.0.1',
): RequestContext {
  return {
    db,
    sessions,
    concurrency,
    // Changes are not announced here, so every call reads the database.
    actorZones: createActorZoneCache({ load: readUserActorZones(db), mayCache: () => false }),
    token,
    ip,
    createLinks: () => path => `/files/${path}`,
    trace: { id: 'TEST-TEST', operation: null, accountId: null },
    headers: new Headers(),
    log: silentLog,
  }
}

const ignore = () => undefined
const silentLog: RequestContext['log'] = {
  level: 'silent',
  fatal: ignore,
  error: ignore,
  warn: ignore,
  info: ignore,
  debug: ignore,
  trace: ignore,
  silent: ignore,
  child: () => silentLog,
}
