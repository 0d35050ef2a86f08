import { chmod, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, type ServerProcess, startServerProcess } from '../durability/server-process.ts'
import { compareRates } from './failover/checks.ts'
import { startForwarder } from './failover/forwarder.ts'
import { LOSSES, loseOnce } from './failover/lose-primary.ts'
import { addPeople } from './failover/people.ts'
import { createPostgresServer, findPostgres, type PostgresServer } from './failover/postgres-server.ts'

export const findPostgresObstacle = (): string | undefined =>
  findPostgres()
    ? undefined
    : 'there is no PostgreSQL 15 or newer with pg_basebackup in /usr/lib/postgresql (Debian: apt-get install postgresql).'

/**
 * Runs two nodes on a primary with a synchronous standby, loses the primary under load, promotes the standby, and does the same the
 * other way round. Returns true if no acknowledged write was lost, writes were acknowledged again in less than half a minute, every
 * socket resumed without a missing or doubled event, no request got anything but success or "try again", and the jobs go on.
 */
export async function proveFailover(): Promise<boolean> {
  const bin = findPostgres()
  if (!bin) return false
  const folder = await mkdtemp(join(tmpdir(), 'muster-failover-'))
  await chmod(folder, 0o755)
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const servers: PostgresServer[] = []
    for (const name of ['a', 'b']) {
      const server = await createPostgresServer(bin, join(folder, name), await freePort())
      stops.push(server.stop)
      servers.push(server)
    }
    let [primary, standby] = servers as [PostgresServer, PostgresServer]
    await primary.start()
    await standby.follow(primary)
    const forwarder = await startForwarder(primary.port)
    stops.push(forwarder.stop)
    const url = `postgres://muster@127.0.0.1:${forwarder.port}/postgres`
    const nodes = await startNodes(folder, url)
    stops.push(...nodes.map(node => node.stop))
    const people = await addPeople(url)
    await compareRates(primary, nodes, people.senders)
    let passed = true
    for (const loss of LOSSES) {
      const faults = await loseOnce({ loss, primary, standby, forwarder, nodes, people })
      passed &&= faults.length === 0
      ;[primary, standby] = [standby, primary]
      if (loss !== LOSSES.at(-1)) await standby.follow(primary)
    }
    return passed
  } finally {
    for (const stop of stops.reverse()) await stop().catch(error => console.error(error))
  }
}

async function startNodes(folder: string, url: string): Promise<ServerProcess[]> {
  const nodes: ServerProcess[] = []
  for (const name of ['node-1', 'node-2']) {
    const dataDir = join(folder, name)
    await mkdir(dataDir)
    if (nodes.length > 0) await symlink(join(folder, 'node-1', 'files'), join(dataDir, 'files'))
    nodes.push(await startServerProcess(dataDir, await freePort(), { DEMO: '0', DATABASE_URL: url }))
  }
  return nodes
}
