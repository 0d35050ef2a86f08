import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import pino from 'pino'
import { type Database, openDatabase } from '../../db/database.ts'
import { describeError } from '../../lib/log.ts'
import type { Env } from '../../platform/env.ts'
import { createFactories } from '../../testing/factories.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { createTestSettings } from '../../testing/test-settings.ts'
import { fillOnce } from '../../testing/test-world.ts'
import { startServer } from '../server.ts'
import type { Services } from '../services.ts'

export type ServedApp = {
  readonly app: FastifyInstance
  readonly db: Database
  readonly services: Services
  /** Returns the messages that the server has logged as errors, and so considers unexpected, since the last call. */
  takeErrors(): string[]
  close(): Promise<void>
}

/**
 * Starts the whole server on a migrated database, assembled as in main.ts and ready for `app.inject`. `sharedFolder` is a data
 * folder for several nodes, which the test removes.
 */
export async function serveApp(
  databaseUrl: string,
  {
    sharedFolder,
    twoStepRequiredFrom = null,
    env = {},
    logLevel = 'error',
    onLine = () => undefined,
    ...options
  }: {
    statementMs?: number
    graceMs?: number
    connectMs?: number
    sharedFolder?: string
    twoStepRequiredFrom?: Date | null
    env?: Partial<Env>
    logLevel?: string
    /** Receives every line of the log. */
    onLine?: (line: string) => void
  } = {},
): Promise<ServedApp> {
  const errors: string[] = []
  const write = (line: string) => {
    onLine(line)
    if (JSON.parse(line).level >= 50) errors.push(readMessage(line))
  }
  const log: FastifyBaseLogger = pino({ level: logLevel, serializers: { err: describeError } }, { write })
  const db = openDatabase(databaseUrl, { ...options, onError: () => undefined })
  const dataDir = sharedFolder ?? (await mkdtemp(join(tmpdir(), 'muster-app-')))
  const server = await startServer(
    db,
    createTestSettings({ databaseUrl, dataDir, env: { TWO_STEP_REQUIRED: twoStepRequiredFrom, ...env } }),
    log,
    // The event loop of a test is late itself while other tests run beside it.
    { delayMs: Number.POSITIVE_INFINITY },
  )
  const { app, services } = server
  await app.ready()
  return {
    app,
    db,
    services,
    takeErrors: () => [...new Set(errors.splice(0))],
    async close() {
      await server.stop()
      await db.close()
      if (!sharedFolder) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts the whole server on a database of its own, once for the tests of a file. */
export function testServer(options?: Parameters<typeof serveApp>[1]) {
  return fillOnce(['database', 'server', 'make'], async () => {
    const database = await createTestDatabase()
    const server = await serveApp(database.url, options)
    const close = async () => {
      await server.close()
      await database.drop()
    }
    return { database, server, make: createFactories(server.db), close }
  })
}

function readMessage(line: string): string {
  const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } }
  return [msg, err?.message].filter(Boolean).join(': ')
}
