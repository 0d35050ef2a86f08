import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { choosePort } from './port.ts'
import { startEmbeddedPostgres } from './start-embedded-postgres.ts'
import { copyInitialisedFolder } from './testing/initialised-folder.ts'

vi.mock('./port.ts', async importOriginal => {
  const original = await importOriginal<typeof import('./port.ts')>()
  return { choosePort: vi.fn(original.choosePort) }
})

test('PostgreSQL gets another free port when a process takes the chosen one first', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-embedded-'))
  await chmod(dataDir, 0o755)
  await copyInitialisedFolder(dataDir)
  const occupyingServer = createServer().listen(0, '127.0.0.1')
  await once(occupyingServer, 'listening')
  const { port: usedPort } = occupyingServer.address() as AddressInfo
  vi.mocked(choosePort).mockResolvedValueOnce(usedPort)
  const postgres = await startEmbeddedPostgres({
    dataDir,
    settings: { shared_buffers: '16MB', fsync: 'off' },
  })
  try {
    expect(new URL(postgres.tcpUrl).port).not.toBe(String(usedPort))
    const client = new pg.Client({ connectionString: postgres.tcpUrl })
    await client.connect()
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await client.end()
  } finally {
    occupyingServer.close()
    await postgres.stop()
    for (const path of [dataDir, postgres.home]) await rm(path, { recursive: true, force: true })
  }
}, 90_000)
