import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { copyRunningCluster } from '../db/embedded/base-backup.ts'
import { runPostgresTool } from './postgres-tool.ts'

/** Writes a database of one's own to `database.dump` in a folder, with this machine's pg_dump. */
export async function dumpDatabase(url: string, folder: string): Promise<void> {
  await runPostgresTool('pg_dump', url, [
    '--format=custom',
    '--no-owner',
    `--file=${join(folder, 'database.dump')}`,
  ])
}

/** Copies the running embedded database, with its password, into a folder. The URL is the owner's. */
export async function copyEmbeddedDatabase(url: string, home: string, folder: string): Promise<void> {
  await copyRunningCluster(url, join(home, 'cluster'), join(folder, 'cluster'))
  await cp(join(home, 'password'), join(folder, 'password'))
}
