import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import pino from 'pino'
import { type Database, openDatabase } from '../../db/database.ts'
import { registerIngest } from '../../features/presence/ingest.ts'
import { registerLive } from '../../live/route.ts'
import { createHttp } from '../http.ts'
import { createServices, type Services } from '../services.ts'

export type ServedApp = {
  readonly app: FastifyInstance
  readonly db: Database
  readonly services: Services
  /** The messages the server logged as errors since the last call: what it calls unexpected. */
  takeErrors(): string[]
  close(): Promise<void>
}

/** The whole server on a migrated database, as main.ts puts it together, ready for `app.inject`. */
export async function serveApp(databaseUrl: string): Promise<ServedApp> {
  const errors: string[] = []
  const write = (line: string) => errors.push(messageOf(line))
  const log: FastifyBaseLogger = pino({ level: 'error' }, { write })
  const db = openDatabase(databaseUrl, { onError: () => undefined })
  const services = createServices(
    db,
    {
      databaseUrl,
      secret: 'a secret of these tests, long enough',
      publicUrl: 'http://localhost',
      passwordMin: 6,
      emailConfirmation: false,
      sessionDays: 30,
      landingAdminEmails: [],
      demoSignIns: async () => [],
    },
    log,
  )
  await services.reader.start()
  const app = await createHttp({
    router: services.router,
    contextOf: services.contextOf,
    loggerInstance: log,
    trustProxy: false,
    version: '0.0.0',
    publicUrl: 'http://localhost',
    registerDoors: door => {
      registerLive(door, services.hub)
      registerIngest(door, { ...services.checks, sessions: services.sessions })
    },
    isReady: async () => {
      await db.pool.query('select 1')
      return services.reader.state === 'following'
    },
  })
  await app.ready()
  return {
    app,
    db,
    services,
    takeErrors: () => [...new Set(errors.splice(0))],
    async close() {
      await app.close()
      await services.reader.stop()
      await services.writer.stop()
      await db.close()
    },
  }
}

function messageOf(line: string): string {
  const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } }
  return [msg, err?.message].filter(Boolean).join(': ')
}
