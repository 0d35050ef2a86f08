import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type Muster, serveMuster } from './muster.ts'
import { type Account, type DemoKey, enrolPerson, password, startSession, toEmail } from './people.ts'
import { createWatch, type Watch } from './watch-page.ts'

export { expect } from '@playwright/test'
export { type DemoKey, password, pin, toEmail as emailOf } from './people.ts'

export type Place = { latitude: number; longitude: number; accuracy?: number }

export type Person = { readonly context: BrowserContext; readonly page: Page }

type PersonOptions = {
  /** The person signed in from the start: somebody from the demo, or an account that the journey created. */
  as?: DemoKey | Account
  /** The zone in which the person works, already entered with the PIN, for journeys that are not about entering. */
  inZone?: string
  /** The position of the device. Without it, location access is denied. */
  at?: Place
  viewport?: { width: number; height: number }
  /** Emulates a touch screen. */
  touch?: boolean
  /** Emulates a mobile browser, which widens the page to fit content that overflows. */
  mobile?: boolean
  colorScheme?: 'light' | 'dark'
  /** Draws fewer pixels than the layout has, for journeys that draw many maps, because there is no graphics card. */
  coarse?: boolean
  /** Enables the service worker, so that the app is cached and notifications are received. */
  worker?: boolean
}

type Fixtures = {
  person: (options?: PersonOptions) => Promise<Person>
  /** Creates a person with a new account, in these zones (name to role). */
  enrol: (name: string, zones?: Parameters<typeof enrolPerson>[2]) => Promise<Account>
  watch: Watch
  watching: ReturnType<typeof createWatch>
}

type WorkerFixtures = {
  /** Settings of the server, for journeys that override the defaults: `test.use({ settings: { DEMO: '0' } })`. */
  settings: Record<string, string>
  muster: Muster
}

/**
 * Turns on the browser's data saver, so that no page preloads the screens that its journey never opens. Preloading is tested in
 * apps/web/src/app/preload-screens.test.tsx, and by the installed app of the journeys without a network.
 */
const saveData = () => {
  if ('connection' in navigator) Object.defineProperty(navigator.connection, 'saveData', { get: () => true })
}

/**
 * Provides one server with its own database per worker. A test fails if a page has an unexpected problem, such as a console error
 * or a request to another host.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  // The journeys' push service runs on this machine, at a private IP address.
  settings: [{ PUSH_ALLOW_PRIVATE: '1' }, { option: true, scope: 'worker' }],

  muster: [
    async ({ settings }, use) => {
      const muster = await serveMuster(settings)
      try {
        await use(muster)
      } finally {
        await muster.stop()
      }
    },
    { scope: 'worker', timeout: 360_000 },
  ],

  enrol: async ({ muster }, use) => use((name, zones) => enrolPerson(muster, name, zones)),

  watching: async ({ muster }, use, info) => {
    const watching = createWatch(muster.origin)
    await use(watching)
    if (watching.watch.problems.length > 0 || info.status !== info.expectedStatus)
      await info.attach('server', { body: muster.said(), contentType: 'text/plain' })
    expect(watching.watch.problems).toEqual([])
  },

  watch: async ({ watching }, use) => use(watching.watch),

  person: async ({ browser, muster, watching }, use) => {
    const contexts: BrowserContext[] = []
    await use(async ({ as, inZone, at, viewport, touch, mobile, colorScheme, coarse, worker } = {}) => {
      const account = typeof as === 'string' ? { email: toEmail(as), password } : as
      const { session, chosenZone } = account ? await startSession(muster, account, inZone) : {}
      const context = await browser.newContext({
        baseURL: muster.origin,
        viewport: viewport ?? { width: 1280, height: 800 },
        hasTouch: touch ?? false,
        isMobile: mobile ?? false,
        colorScheme: colorScheme ?? 'light',
        deviceScaleFactor: coarse ? 0.5 : 1,
        serviceWorkers: worker ? 'allow' : 'block',
        ...(at ? { geolocation: { accuracy: 5, ...at }, permissions: ['geolocation'] } : {}),
        storageState: {
          cookies: [],
          origins: session
            ? [
                {
                  origin: muster.origin,
                  localStorage: [
                    { name: 'muster.session', value: JSON.stringify(session) },
                    ...(chosenZone ? [chosenZone] : []),
                  ],
                },
              ]
            : [],
        },
      })
      await context.addInitScript(saveData)
      contexts.push(context)
      context.on('page', watching.attach)
      return { context, page: await context.newPage() }
    })
    await Promise.all(contexts.map(context => context.close()))
  },
})
