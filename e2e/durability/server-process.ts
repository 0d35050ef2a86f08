import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { serverEnvironment, serverNodeOptions } from '../../scripts/lib/server-memory.mjs'

const mainFile = fileURLToPath(new URL('../../apps/server/src/app/main.ts', import.meta.url))

export type ServerProcess = {
  readonly origin: string
  readonly pid: number
  /** Returns the last 4,000 characters of the process's terminal output. */
  said(): string
  /** Returns the total bytes of terminal output. */
  wrote(): number
  /** Kills the process as a power cut would, without running its handlers. Resolves once it is gone. */
  kill(): Promise<void>
  /** Asks the process to stop. Resolves once it and its database have exited. */
  stop(): Promise<void>
}

/** Starts the product as `npm start` does, with its own PostgreSQL and fsync on, and waits until it is ready. */
export async function startServerProcess(
  dataDir: string,
  port: number,
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...serverNodeOptions, mainFile], {
    env: {
      ...serverEnvironment,
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      DEMO: '1',
      DEMO_WORKERS: '0',
      LOG_LEVEL: 'warn',
      DATABASE_URL: '',
      // The built-in map contacts no external host, so no journey waits for an unreachable one.
      MAP_BASE: 'built_in',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let outputLength = 0
  const appendOutput = (chunk: Buffer) => {
    outputLength += chunk.length
    output = (output + chunk.toString()).slice(-4_000)
  }
  child.stdout.on('data', appendOutput)
  child.stderr.on('data', appendOutput)
  const origin = `http://127.0.0.1:${port}`
  await waitUntilReady(child, origin, () => output)
  const endProcess = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
  }
  return {
    origin,
    pid: child.pid ?? 0,
    said: () => output,
    wrote: () => outputLength,
    kill: () => endProcess('SIGKILL'),
    stop: () => endProcess('SIGTERM'),
  }
}

/** Time limit for a start. On a busy machine, a first start takes more than a minute. */
const startTimeoutMs = 5 * 60_000

async function waitUntilReady(child: ChildProcess, origin: string, readOutput: () => string): Promise<void> {
  const deadline = Date.now() + startTimeoutMs
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}: ${readOutput()}`)
    const response = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (response?.ok) return
    await sleep(50)
  }
  child.kill('SIGKILL')
  throw new Error(`The server was not ready in ${startTimeoutMs / 60_000} minutes:\n${readOutput()}`)
}

/**
 * The ports for servers. They are below the range of ephemeral ports, from which an outgoing connection could take a port before
 * the server listens on it.
 */
const portRange = { first: 20_000, count: 12_000 }
let nextPort = (process.pid * 41) % portRange.count

/** Returns a port that is currently free and outside the range of ephemeral ports. */
export async function freePort(): Promise<number> {
  for (let attempts = 0; attempts < portRange.count; attempts++) {
    const port = portRange.first + (nextPort++ % portRange.count)
    const probe = createServer().listen(port, '127.0.0.1')
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
  throw new Error('No port is free')
}

/** Returns the process id of the PostgreSQL that serves a cluster. */
export async function readPostmasterPid(home: string): Promise<number> {
  const [pid] = (await readFile(join(home, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')
  return Number(pid)
}
