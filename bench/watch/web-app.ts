import { fileURLToPath } from 'node:url'
import type { FeedEvent } from '@muster/contract/feed.ts'
import { createServer } from 'vite'
import { textsInPlace } from '../../apps/web/build/texts-in-place.ts'

type Key = readonly unknown[]
type Options = {
  queryKey: Key
  queryFn: (context: { pageParam?: unknown }) => Promise<unknown>
  [option: string]: unknown
}
type Observer = new (
  client: QueryClient,
  options: Options,
) => {
  subscribe(listener: () => void): () => void
  getCurrentResult(): { status: string }
  refetch(): Promise<unknown>
}
type QueryClient = { clear(): void; mount(): void; unmount(): void }
type Feeder = { event(event: FeedEvent, topic?: string): void; stop(): void }
type Procedure = {
  queryKey(options?: object): Key
  infiniteKey(options: object): Key
}

/** The parts of the web app that keep cached responses in sync with the feed. */
export type WebApp = {
  readonly QueryClient: new (options: object) => QueryClient
  readonly QueryObserver: Observer
  readonly InfiniteQueryObserver: Observer
  readonly createCacheFeeder: (client: QueryClient, handlers: unknown, me: string) => Feeder
  readonly liveHandlers: unknown
  readonly orpc: Record<string, Record<string, Procedure>>
}

const webRoot = new URL('../../apps/web/', import.meta.url)

/**
 * Loads the web app's own cache and event handlers, so that they decide what a screen refetches. They are written for a browser, so
 * this provides the globals they access on load.
 */
export async function loadWebApp(origin: string): Promise<WebApp> {
  const storage = new Map<string, string>()
  const browser = {
    // There is no other tab, and a channel to one would keep this process alive.
    BroadcastChannel: undefined,
    window: Object.assign(new EventTarget(), { location: { origin } }),
    localStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
      removeItem: (key: string) => void storage.delete(key),
    },
  }
  for (const [name, value] of Object.entries(browser))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  // Vite loads them, because their texts are macros, which Node cannot resolve.
  const vite = await createServer({
    root: fileURLToPath(webRoot),
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    plugins: [textsInPlace()],
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
  })
  const loadModule = (file: string) => vite.ssrLoadModule(`/${file}`)
  // Texts and formats of module-level constants need the language first.
  await loadModule('src/service-worker/activate-english.ts')
  const [{ createCacheFeeder }, { liveHandlers }, { orpc }, queryModule] = await Promise.all([
    loadModule('src/live/cache-feeder.ts'),
    loadModule('src/app/live-handlers.ts'),
    loadModule('src/lib/api.ts'),
    import(import.meta.resolve('@tanstack/react-query', webRoot.href)),
  ])
  const { QueryClient, QueryObserver, InfiniteQueryObserver } = queryModule
  await vite.close()
  return {
    QueryClient,
    QueryObserver,
    InfiniteQueryObserver,
    createCacheFeeder,
    liveHandlers,
    orpc,
  } as WebApp
}
