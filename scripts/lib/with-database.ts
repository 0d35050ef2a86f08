import { findRunning } from '../../apps/server/src/db/embedded/find-running.ts'
import { findHome } from '../../apps/server/src/db/embedded/place.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded/start-embedded-postgres.ts'
import type { Env } from '../../apps/server/src/platform/env.ts'

export type Target = {
  /** The owner's connection URL. */
  readonly url: string
  /** The home of the embedded database; undefined for a database under DATABASE_URL. */
  readonly home: string | undefined
  /** True if Muster runs on the embedded database; undefined if that is unknown. */
  readonly runs: boolean | undefined
}

/**
 * Runs `work` on the database of the settings: the one of DATABASE_URL, the embedded one of a running Muster, or the embedded one
 * started for the duration of the work. Throws if there is no database yet.
 */
export async function withDatabase<T>(
  env: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>,
  work: (target: Target) => Promise<T>,
): Promise<T> {
  if (env.DATABASE_URL) return work({ url: env.DATABASE_URL, home: undefined, runs: undefined })
  const home = await findHome(env.DATA_DIR)
  if (!home)
    throw new Error(
      `There is no database in ${env.DATA_DIR} yet: start Muster once, or set DATA_DIR or DATABASE_URL.`,
    )
  const runningUrl = await findRunning(home)
  if (runningUrl) return work({ url: runningUrl, home, runs: true })
  const postgres = await startEmbeddedPostgres({ dataDir: env.DATA_DIR })
  try {
    return await work({ url: postgres.url, home, runs: false })
  } finally {
    await postgres.stop()
  }
}
