import { chmod, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { findRunning } from '@muster/server/src/db/embedded/find-running.ts'
import { findHome } from '@muster/server/src/db/embedded/place.ts'
import pg from 'pg'
import { freePort, type ServerProcess, startServerProcess } from './durability/server-process.ts'
import { createMailbox, type Mailbox } from './mailbox.ts'
import { copyPreparedData, journeyDataFolder } from './prepared-data.ts'

export type Session = { token: string; expiresAt: string }
export type Credentials = { readonly email: string; readonly password: string }

/** A running Muster server with its own data, for end-to-end tests and benchmarks. */
export type Muster = {
  readonly origin: string
  readonly mailbox: Mailbox
  /** Returns the last 4,000 characters of the server's terminal output. */
  said(): string
  /** Stops the server and restarts it on the same data. */
  restart(): Promise<void>
  kill(): Promise<void>
  start(): Promise<void>
  /** Starts a second node on the same database and files. It stops with the first node at the latest. */
  startNode(): Promise<Pick<ServerProcess, 'origin' | 'kill'>>
  /** Creates a new session for an account, in the form the browser stores. */
  signIn(credentials: Credentials): Promise<Session>
  /** Calls the API; throws with the response if the call is rejected. */
  call(method: string, path: string, options?: { token?: string; body?: unknown }): Promise<unknown>
  /** Returns the connection URL of the database for its owner. */
  databaseUrl(): Promise<string>
  /** Runs SQL as the database owner, for operator tasks or actions that have no screen yet. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
}

/** Starts the product on a data folder of its own, empty or with only the demo. `stop` ends it and removes the folder. */
export async function serveMuster(
  settings: Record<string, string>,
): Promise<Muster & { stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(journeyDataFolder, 'muster-e2e-'))
  // When running as root, PostgreSQL uses another account, which needs to traverse this folder.
  await chmod(dataDir, 0o755)
  await copyPreparedData(dataDir, { demo: settings.DEMO !== '0' })
  const port = await freePort()
  // Links in emails use the browser's URL with a host name, because passkeys belong to a name and not to an IP address. `{port}`
  // stands for the port of the server.
  const { PUBLIC_URL = 'http://localhost:{port}' } = settings
  const serverSettings = { ...settings, PUBLIC_URL: PUBLIC_URL.replace('{port}', String(port)) }
  let server: ServerProcess = await startServerProcess(dataDir, port, serverSettings)
  const origin = PUBLIC_URL.includes('{port}') ? serverSettings.PUBLIC_URL : server.origin
  const nodes: ServerProcess[] = []

  const call: Muster['call'] = async (method, path, { token, body } = {}) => {
    const response = await fetch(`${origin}/api${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`)
    return JSON.parse(text)
  }
  const databaseUrl = async () => {
    const url = await findRunning((await findHome(dataDir)) ?? '')
    if (!url) throw new Error('The database does not run')
    return url
  }
  const start = async () => {
    server = await startServerProcess(dataDir, port, serverSettings)
  }
  return {
    origin,
    mailbox: createMailbox(join(dataDir, 'mail')),
    said: () => server.said(),
    start,
    async startNode() {
      const folder = join(dataDir, 'second-node')
      await mkdir(folder)
      await symlink(join(dataDir, 'files'), join(folder, 'files'))
      const nodePort = await freePort()
      const nodeSettings = {
        ...serverSettings,
        DATABASE_URL: await databaseUrl(),
        PUBLIC_URL: `http://127.0.0.1:${nodePort}`,
      }
      const node = await startServerProcess(folder, nodePort, nodeSettings)
      nodes.push(node)
      return node
    },
    kill: () => server.kill(),
    async restart() {
      await server.stop()
      await start()
    },
    async stop() {
      for (const node of nodes) await node.stop()
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    call,
    async signIn({ email, password }) {
      const signInResult = await call('POST', '/auth/sign-in', { body: { email, password } })
      return (signInResult as { session: Session }).session
    },
    databaseUrl,
    async sql(text, values) {
      const client = new pg.Client({ connectionString: await databaseUrl() })
      // Ignore errors of the connection. If the database goes away, the query rejects with the same error.
      client.on('error', () => undefined)
      await client.connect()
      try {
        return (await client.query(text, values)).rows
      } finally {
        await client.end()
      }
    },
  }
}
