import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { freePort, type ServerProcess, startServerProcess } from './durability/server-process.ts'
import { createWatch, type Watch } from './watch-page.ts'

export { expect } from '@playwright/test'

/** People of the demo organisation, by the key in their e-mail address. */
export type DemoKey = 'super' | 'client' | 'manager' | 'viewer' | 'member' | 'newcomer'
export const emailOf = (key: DemoKey) => `${key}@demo.muster.example`
export const password = 'muster-demo'
export const pin = '2468'

export type Place = { latitude: number; longitude: number; accuracy?: number }

export type Person = { readonly context: BrowserContext; readonly page: Page }

type PersonOptions = {
  /** Signed in already, as this person of the demo. */
  as?: DemoKey
  /** Where their device is; without it, they allow no location. */
  at?: Place
  viewport?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
}

export type Muster = {
  readonly origin: string
  /** Ends the server and starts it again on the same data. */
  restart(): Promise<void>
  kill(): Promise<void>
  start(): Promise<void>
  /** A new session of a person of the demo, as the browser keeps it. */
  signIn(key: DemoKey): Promise<{ token: string; expiresAt: string }>
}

type Fixtures = {
  person: (options?: PersonOptions) => Promise<Person>
  watch: Watch
  watching: ReturnType<typeof createWatch>
}

/** One server with its own database for each worker; every test fails on console errors and requests to other hosts. */
export const test = base.extend<Fixtures, { muster: Muster }>({
  muster: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'muster-e2e-'))
      // As root the database runs under another account, which must be able to pass through.
      await chmod(dataDir, 0o755)
      const muster = await serveMuster(dataDir)
      try {
        await use(muster)
      } finally {
        await muster.stop()
        await rm(dataDir, { recursive: true, force: true })
      }
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  watching: async ({ muster }, use) => {
    const watching = createWatch(muster.origin)
    await use(watching)
    expect(watching.watch.problems).toEqual([])
  },

  watch: async ({ watching }, use) => use(watching.watch),

  person: async ({ browser, muster, watching }, use) => {
    const contexts: BrowserContext[] = []
    await use(async ({ as, at, viewport, colorScheme } = {}) => {
      const session = as && (await muster.signIn(as))
      const context = await browser.newContext({
        baseURL: muster.origin,
        viewport: viewport ?? { width: 1280, height: 800 },
        colorScheme: colorScheme ?? 'light',
        ...(at ? { geolocation: { accuracy: 5, ...at }, permissions: ['geolocation'] } : {}),
        storageState: {
          cookies: [],
          origins: session
            ? [
                {
                  origin: muster.origin,
                  localStorage: [{ name: 'muster.session', value: JSON.stringify(session) }],
                },
              ]
            : [],
        },
      })
      contexts.push(context)
      context.on('page', watching.attach)
      return { context, page: await context.newPage() }
    })
    await Promise.all(contexts.map(context => context.close()))
  },
})

async function serveMuster(dataDir: string): Promise<Muster & { stop(): Promise<void> }> {
  const built = fileURLToPath(new URL('../apps/web/dist/index.html', import.meta.url))
  if (!existsSync(built)) throw new Error('The web app is not built: npm test does it, or npm start.')
  const port = await freePort()
  const launch = () => startServerProcess(dataDir, port)
  let server: ServerProcess = await launch()
  const start = async () => {
    server = await launch()
  }
  return {
    origin: server.origin,
    start,
    kill: () => server.kill(),
    stop: () => server.stop(),
    async restart() {
      await server.stop()
      await start()
    },
    async signIn(key) {
      const response = await fetch(`${server.origin}/api/auth/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: emailOf(key), password }),
      })
      const { session } = (await response.json()) as { session?: { token: string; expiresAt: string } }
      if (!session) throw new Error(`${key} could not sign in: ${response.status}`)
      return session
    },
  }
}
