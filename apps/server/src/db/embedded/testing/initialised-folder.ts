import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '../start-embedded-postgres.ts'

export type InitialisedFolder = {
  /** Copies the cluster into a data folder, as if it had been created and shut down there. */
  copyTo(dataDir: string): Promise<void>
  remove(): Promise<void>
}

/** Creates one cluster for tests to copy, because initdb takes seconds and a copy only a moment. */
export async function initialiseFolder(): Promise<InitialisedFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-initialised-'))
  // If the tests run as root, the server runs under another account, which must be able to pass through the folder.
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    settings: { fsync: 'off', shared_buffers: '16MB' },
  })
  await postgres.stop()
  return {
    async copyTo(dataDir) {
      // A cluster must keep its owner and permissions, and Node's own copy does not keep the owner.
      await promisify(execFile)('cp', ['-a', postgres.home, dataDir])
      // Each cluster must find its own free port.
      await rm(join(dataDir, 'postgres', 'port'), { force: true })
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
