import pino from 'pino'
import { openDatabase } from '../../../db/database.ts'
import { createFactories, type TestUser, type TestZone } from '../../../testing/factories.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { createCheckWriter } from '../check-writer/check-writer.ts'

export const minute = 60_000
/** An hour ago, rounded down to the minute. */
export const t0 = Math.floor(Date.now() / minute) * minute - 60 * minute

const log = pino({ level: 'silent' })

/** Creates a check writer on a database of its own, with queries for its results. */
export async function createWriterWorld() {
  const database = await createTestDatabase()
  const db = openDatabase(database.url, { onError: () => undefined })
  const make = createFactories(db)
  const anotherWriter = () => createCheckWriter({ db, log })
  const writer = anotherWriter()
  const queryRows = async (sql: string, ...values: unknown[]) => (await db.pool.query(sql, values)).rows
  return {
    db,
    make,
    writer,
    anotherWriter,
    queryRows,
    async createMember(zone?: TestZone): Promise<{ user: TestUser; zone: TestZone }> {
      const [user, memberZone] = [await make.user(), zone ?? (await make.zone())]
      await make.assign(user, memberZone)
      return { user, zone: memberZone }
    },
    readOccupancy: async (zone: TestZone) =>
      (await queryRows('select current_occupancy as n from zones where id = $1', zone.id))[0]?.n,
    listVisits: (user: TestUser) =>
      queryRows(
        'select entry_time, exit_time, duration_minutes from presence_history where user_id = $1 order by 1',
        user.id,
      ),
    eventsAbout: (zone: TestZone) =>
      queryRows(
        `select topic, kind, payload from feed_events
         where payload ->> 'zoneId' = $1 and (kind like 'presence.%' or kind = 'zone.occupancy') order by seq`,
        zone.id,
      ),
    listChecks: (user: TestUser) =>
      queryRows(
        'select id, change, inside from position_checks where user_id = $1 order by captured_at',
        user.id,
      ),
    async stop(): Promise<void> {
      await writer.stop()
      await db.close()
      await database.drop()
    },
  }
}

export type WriterWorld = Awaited<ReturnType<typeof createWriterWorld>>
