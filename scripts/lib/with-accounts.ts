import { createCommandLine } from '../../apps/server/src/app/command-line/command-line.ts'
import { requireMigrated } from '../../apps/server/src/app/command-line/require-migrated.ts'
import { openDatabase } from '../../apps/server/src/db/database.ts'
import type { Env } from '../../apps/server/src/platform/env.ts'
import { withDatabase } from './with-database.ts'

/** Runs `work` on the accounts of the installation, whose database must be of this program's version. */
export function withAccounts<T>(
  env: Env,
  work: (accounts: ReturnType<typeof createCommandLine>) => Promise<T>,
): Promise<T> {
  return withDatabase(env, async ({ url }) => {
    await requireMigrated(url)
    const db = openDatabase(url, { size: 2, onError: () => undefined })
    try {
      return await work(createCommandLine(db, env))
    } finally {
      await db.close()
    }
  })
}
