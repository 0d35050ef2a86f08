import { join } from 'node:path'
import { startServer } from '@muster/server/src/app/server.ts'
import { openDatabase } from '@muster/server/src/db/database.ts'
import { createTestSettings } from '@muster/server/src/testing/test-settings.ts'
import pg from 'pg'
import pino from 'pino'

export type ServerStats = {
  readonly recorded: number
  readonly refused: number
  readonly failed: number
  readonly batches: number
  /** Statements sent by the check writer, including begin and commit. */
  readonly statements: number
  readonly waiting: number
  readonly rssBytes: number
  /** CPU time of the process in microseconds. */
  readonly cpuUs: number
}

type NamedClient = { readonly connectionParameters: { readonly application_name?: string } }
let statementCount = 0
const originalQuery = pg.Client.prototype.query
pg.Client.prototype.query = function (this: pg.Client & NamedClient, ...values: unknown[]) {
  if (this.connectionParameters.application_name === 'muster-checks') statementCount++
  return Reflect.apply(originalQuery, this, values)
}

type ServerOptions = { readonly databaseUrl: string; readonly dataDir: string; readonly observed: string }

/** Starts the whole server as deployed, plus the echo endpoint. */
export async function runServer({ databaseUrl, dataDir, observed }: ServerOptions) {
  const db = openDatabase(databaseUrl)
  const isLogged = observed.includes('log')
  const log = isLogged
    ? pino({ level: 'info' }, pino.destination(join(dataDir, 'log')))
    : pino({ level: 'warn' }, pino.destination(2))
  const env = {
    REQUEST_LOG: isLogged,
    ...(observed.includes('metrics') && { METRICS_TOKEN: 'x'.repeat(32) }),
  }
  const settings = { ...createTestSettings({ databaseUrl, dataDir, env }), echo: true }
  const server = await startServer(db, settings, log)
  return {
    origin: await server.app.listen({ host: '127.0.0.1', port: 0 }),
    readStats(): ServerStats {
      const { recorded, refused, failed, batches, waiting } = server.services.presence.writer.stats
      const rssBytes = process.memoryUsage.rss()
      const { user, system } = process.cpuUsage()
      const cpuUs = user + system
      return { recorded, refused, failed, batches, statements: statementCount, waiting, rssBytes, cpuUs }
    },
    async stop() {
      await server.stop()
      await db.close()
    },
  }
}
