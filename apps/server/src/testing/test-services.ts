import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { createServices, type ServiceSettings } from '../app/services.ts'
import { openDatabase } from '../db/database.ts'
import type { Env } from '../platform/env.ts'
import { createCaller } from './caller.ts'
import { createDirectMailQueue } from './direct-mail-queue.ts'
import { createFactories } from './factories.ts'
import { parseFeed } from './parse-feed.ts'
import { createTestDatabase } from './test-database.ts'
import { createTestSettings } from './test-settings.ts'
import { fillOnce } from './test-world.ts'

type Settings = Omit<Partial<ServiceSettings>, 'env'> & { env?: Partial<Env> }

/** Creates all services of the server except the network, with their own database and folder. `settings` replaces the defaults. */
export async function createTestServices({ env, ...settings }: Settings = {}) {
  const database = await createTestDatabase()
  const db = openDatabase(database.url)
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-files-'))
  const mailQueue = createDirectMailQueue(db)
  const services = createServices(
    db,
    { ...createTestSettings({ databaseUrl: database.url, dataDir, env }), mailQueue, ...settings },
    pino({ level: 'silent' }),
  )
  return {
    db,
    databaseUrl: database.url,
    dataDir,
    mailQueue,
    services,
    make: createFactories(db),
    call: createCaller(services.router, db, services.sessions),
    /** Stops the services, and checks that everything written to the feed matches the contract. */
    async stop(): Promise<void> {
      await services.presence.writer.stop()
      await services.reader.stop()
      try {
        await parseFeed(db.pool)
      } finally {
        await db.close()
        await database.drop()
        await rm(dataDir, { recursive: true, force: true })
      }
    },
  }
}

export type TestServices = Awaited<ReturnType<typeof createTestServices>>

/**
 * Creates all services before the first test of a file and stops them after the last. Do not destructure the result at the top of a
 * file: it is filled later.
 */
export const testServices = (settings?: Settings): TestServices =>
  fillOnce(['muster'], async () => {
    const muster = await createTestServices(settings)
    return { muster, close: muster.stop }
  }).muster
