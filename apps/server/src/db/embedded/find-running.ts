import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildConnectionUrl } from './connection-url.ts'
import { isPostmasterFor } from './process-identity.ts'

/** Returns the owner's connection URL for the server running on this cluster; undefined if none is running. */
export async function findRunning(home: string): Promise<string | undefined> {
  const cluster = join(home, 'cluster')
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const [pid, , , port, socketFolder] = lines
  if (!pid || !port || !isPostmasterFor(Number(pid), cluster)) return undefined
  const password = (await readFile(join(home, 'password'), 'utf8')).trim()
  return buildConnectionUrl({ password, port: Number(port), socketFolder: socketFolder || undefined })
}
