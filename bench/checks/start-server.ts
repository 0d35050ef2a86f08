import { fork } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { serverEnvironment, serverNodeOptions } from '../../scripts/lib/server-memory.mjs'
import { isShort } from '../short-form.ts'
import type { ServerStats } from './run-server.ts'
import type { BenchServerMessage } from './server.ts'

/** What the server does with each request: nothing, count it for the metrics, or write a line about it to a file as well. */
export type Observation = '' | 'metrics' | 'metrics,log'

export type BenchServer = {
  readonly origin: string
  readonly pid: number
  stats(): Promise<ServerStats>
  stop(): Promise<void>
}

/**
 * Starts the server in a process of its own, as `npm start` runs it. `BENCH_NODE_OPTIONS` adds options, for example `--cpu-prof`.
 */
export async function startServer(
  databaseUrl: string,
  dataDir: string,
  { observed = '' }: { readonly observed?: Observation } = {},
): Promise<BenchServer> {
  await mkdir(dataDir, { recursive: true })
  if (isShort) return startInProcess({ databaseUrl, dataDir, observed })
  return startProcess(new URL('./server.ts', import.meta.url), {
    BENCH_DATABASE_URL: databaseUrl,
    BENCH_DATA_DIR: dataDir,
    BENCH_OBSERVED: observed,
  })
}

/** Starts the server in the process of the test, which has loaded its code for all of them. */
async function startInProcess(options: { databaseUrl: string; dataDir: string; observed: Observation }) {
  const { runServer } = await import('./run-server.ts')
  const server = await runServer(options)
  let stopping: Promise<void> | undefined
  return {
    ...{ origin: server.origin, pid: process.pid, stats: async () => server.readStats() },
    stop: () => (stopping ??= server.stop()),
  }
}

/** Starts a server that only reads the body of a check and responds, which gives the lower bound for the cost of a response. */
export const startEcho = (kind: 'node' | 'fastify' | 'schemas'): Promise<BenchServer> =>
  startProcess(new URL('./bare-echo.ts', import.meta.url), { BENCH_ECHO: kind })

async function startProcess(file: URL, env: NodeJS.ProcessEnv): Promise<BenchServer> {
  const child = fork(fileURLToPath(file), {
    env: { ...serverEnvironment, ...process.env, ...env },
    execArgv: [...serverNodeOptions, ...(process.env.BENCH_NODE_OPTIONS ?? '').split(' ').filter(Boolean)],
  })
  const exitPromise = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const nextMessage = () =>
    new Promise<BenchServerMessage>((resolve, reject) => {
      child.once('message', message => resolve(message as BenchServerMessage))
      void exitPromise.then(() => reject(new Error('The server ended')))
    })
  const readyMessage = await nextMessage()
  if (readyMessage.type !== 'ready') throw new Error('The server did not start')
  return {
    origin: readyMessage.origin,
    pid: child.pid ?? 0,
    async stats() {
      const pendingMessage = nextMessage()
      child.send('stats')
      const message = await pendingMessage
      if (message.type !== 'stats') throw new Error('The server did not tell its figures')
      return message.stats
    },
    async stop() {
      if (child.connected) child.send('stop')
      await exitPromise
    },
  }
}
