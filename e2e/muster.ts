import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findRunning } from '@muster/server/src/db/embedded/find-running.ts'
import { findHome } from '@muster/server/src/db/embedded/place.ts'
import pg from 'pg'
import { freePort, type ServerProcess, startServerProcess } from './durability/server-process.ts'
import { createMailbox, type Mailbox } from './mailbox.ts'
import { copyPreparedData } from './prepared-data.ts'

export type Session = { token: string; expiresAt: string }
export type Credentials = { readonly email: string; readonly password: string }

/** The product, as a journey finds it: running, with data of its own. */
export type Muster = {
  readonly origin: string
  readonly mailbox: Mailbox
  /** What it wrote to its terminal: the last 4000 characters. */
  said(): string
  /** Ends the server and starts it again on the same data. */
  restart(): Promise<void>
  kill(): Promise<void>
  start(): Promise<void>
  /** A second node on the same database and files. It ends with the first one, if not before. */
  startNode(): Promise<Pick<ServerProcess, 'origin' | 'kill'>>
  /** A new session of an account, as the browser keeps it. */
  signIn(credentials: Credentials): Promise<Session>
  /** A call to the API; throws with the answer when it is refused. */
  call(method: string, path: string, options?: { token?: string; body?: unknown }): Promise<unknown>
  /** The address of its database, as the owner. */
  databaseUrl(): Promise<string>
  /** As the database's owner: for what an operator does by hand, or what has no screen yet. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
}

/** Starts the product on a data folder of its own, empty or with the demo alone; `stop` ends it and removes the folder. */
export async function serveMuster(
  settings: Record<string, string>,
): Promise<Muster & { stop(): Promise<void> }> {
  const built = fileURLToPath(new URL('../apps/web/dist/index.html', import.meta.url))
  if (!existsSync(built)) throw new Error('The web app is not built: npm test does it, or npm start.')
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-e2e-'))
  // As root the database runs under another account, which must be able to pass through.
  await chmod(dataDir, 0o755)
  if (settings.DEMO !== '0') await copyPreparedData(dataDir)
  const port = await freePort()
  // Links in mails lead to the address the browser uses, by a name: passkeys belong to one, not to numbers. `{port}` in it: the
  // browser uses that one too.
  const { PUBLIC_URL = 'http://localhost:{port}' } = settings
  const all = { ...settings, PUBLIC_URL: PUBLIC_URL.replace('{port}', String(port)) }
  let server: ServerProcess = await startServerProcess(dataDir, port, all)
  const origin = PUBLIC_URL.includes('{port}') ? all.PUBLIC_URL : server.origin
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
    server = await startServerProcess(dataDir, port, all)
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
      const own = { ...all, DATABASE_URL: await databaseUrl(), PUBLIC_URL: `http://127.0.0.1:${nodePort}` }
      const node = await startServerProcess(folder, nodePort, own)
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
      const answer = await call('POST', '/auth/sign-in', { body: { email, password } })
      return (answer as { session: Session }).session
    },
    databaseUrl,
    async sql(text, values) {
      const client = new pg.Client({ connectionString: await databaseUrl() })
      // A query whose database ends rejects; the connection says it once more.
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
