import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './account.ts'
import { createPostgresEnvironment, toSpawnIdentity } from './cluster.ts'
import { EmbeddedPostgresError } from './errors.ts'
import type { Place } from './place.ts'
import { isPostmasterFor, readProcessIdentity } from './process-identity.ts'
import { openServerLog } from './server-log.ts'

export type Postmaster = {
  readonly pid: number
  /** Resolves when the server has ended, whatever the reason. Never rejects. */
  readonly ended: Promise<void>
}

/** Starts the server process. The server may still be recovering when this returns: see waitUntilReady. */
export async function spawnPostmaster(
  place: Place,
  account: Account | undefined,
  args: string[],
): Promise<Postmaster> {
  const log = await openServerLog(place.home)
  const child = spawn(join(place.binaries, 'bin', 'postgres'), ['-D', place.cluster, ...args], {
    ...toSpawnIdentity(account),
    env: createPostgresEnvironment(place),
    cwd: place.cluster,
    stdio: ['ignore', log.fd, log.fd],
    // The server gets its own process group, so that Ctrl-C in the terminal reaches only Muster, which closes its pool before the
    // server stops.
    detached: true,
  })
  const startEvent = new Promise<void>((done, fail) => child.once('spawn', done).once('error', fail))
  const endEvent = new Promise<void>(done => child.once('exit', () => done()).once('error', () => done()))
  try {
    await startEvent
  } catch (error) {
    throw new EmbeddedPostgresError(`The embedded PostgreSQL cannot be run (${(error as Error).message}).`)
  } finally {
    await log.close()
  }
  child.unref()
  const pid = child.pid as number
  killOnExit(pid, account, endEvent)
  return { pid, ended: endEvent }
}

/**
 * Even after kill -9: a shell waits on a pipe that closes when this process ends, then interrupts the server. It is killed when the
 * server ends first, so it cannot hit a later process with the same id.
 */
function killOnExit(pid: number, account: Account | undefined, ended: Promise<void>): void {
  const watcher: ChildProcess = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0"', String(pid)], {
    ...toSpawnIdentity(account),
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watcher.once('error', () => undefined)
  watcher.unref()
  const pipe = watcher.stdin as (NodeJS.WritableStream & { unref?: () => void }) | null
  pipe?.unref?.()
  pipe?.on('error', () => undefined)
  void ended.then(() => watcher.kill('SIGKILL'))
}

/** Requests a fast shutdown. A server that exceeds a time limit (milliseconds) gets a stronger signal. */
export async function stopPostmaster(
  pid: number,
  isGone: () => boolean,
  fastTimeoutMs = 30_000,
): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', fastTimeoutMs],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ]
  for (const [signal, timeoutMs] of steps) {
    if (isGone()) return
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    const deadline = performance.now() + timeoutMs
    while (!isGone() && performance.now() < deadline) await sleep(20)
  }
}

/** The caller has locked the folder, so nobody else uses the server. PostgreSQL clears a stale postmaster.pid itself. */
export async function stopOrphan(place: Place, log: (line: string) => void): Promise<void> {
  const path = join(place.cluster, 'postmaster.pid')
  if (!existsSync(path)) return
  const pid = Number((await readFile(path, 'utf8').catch(() => '')).split('\n')[0])
  if (!(pid > 0) || !isPostmasterFor(pid, place.cluster)) return
  log(`Stopping a PostgreSQL (process ${pid}) that an earlier start left behind`)
  const identity = readProcessIdentity(pid)
  await stopPostmaster(pid, () => readProcessIdentity(pid) !== identity)
}
