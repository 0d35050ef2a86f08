import { type Database, openDatabase } from '@muster/server/src/db/database.ts'
import { findRunning } from '@muster/server/src/db/embedded/find-running.ts'
import { findHome } from '@muster/server/src/db/embedded/place.ts'

/** Returns the home folder of the PostgreSQL that belongs to a data folder. */
export async function findDatabaseHome(dataDir: string): Promise<string> {
  const home = await findHome(dataDir)
  if (!home) throw new Error(`There is no database in ${dataDir}`)
  return home
}

/** Runs work on the database of a data folder while its server is running. */
export async function withDatabase<T>(dataDir: string, work: (db: Database) => Promise<T>): Promise<T> {
  const url = await findRunning(await findDatabaseHome(dataDir))
  if (!url) throw new Error('The database does not run')
  const db = openDatabase(url, { size: 8 })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
