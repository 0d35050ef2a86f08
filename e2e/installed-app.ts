import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { findChromium } from './chromium.ts'
import type { Place } from './fixtures.ts'
import type { Session } from './muster.ts'

export type InstalledApp = {
  /** Starts the browser with what it kept, and opens a page of the app. */
  start(path: string): Promise<Page>
  /** Says that there is a network, or none. */
  setOffline(offline: boolean): Promise<void>
  /** Ends the browser from one moment to the next: nothing is closed or written in order. */
  kill(): Promise<void>
  /** Ends it, and removes what it kept. */
  remove(): Promise<void>
}

/** The app in a browser of its own, which keeps what it is given when it ends, as that of a phone does. */
export async function installApp(
  origin: string,
  { session, at, viewport }: { session: Session; at: Place; viewport: { width: number; height: number } },
): Promise<InstalledApp> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-browser-'))
  const found = await findChromium()
  let context: BrowserContext | undefined
  const isFirst = () => context === undefined
  return {
    async start(path) {
      const first = isFirst()
      context = await chromium.launchPersistentContext(folder, {
        ...found,
        args: ['--no-sandbox', '--disable-dev-shm-usage'],
        baseURL: origin,
        viewport,
        locale: 'en-GB',
        timezoneId: 'Asia/Kolkata',
        reducedMotion: 'reduce',
        geolocation: { accuracy: 5, ...at },
        permissions: ['geolocation'],
      })
      const page = context.pages()[0] ?? (await context.newPage())
      if (first) {
        await page.goto('/livez')
        await page.evaluate(text => localStorage.setItem('muster.session', text), JSON.stringify(session))
      }
      await page.goto(`/#${path}`)
      return page
    },
    setOffline: async offline => context?.setOffline(offline),
    async kill() {
      const page = context?.pages()[0]
      if (!context || !page) return
      const closed = new Promise<void>(resolve => context?.once('close', () => resolve()))
      const devtools = await context.newCDPSession(page)
      devtools.send('Browser.crash').catch(() => undefined)
      await closed
    },
    async remove() {
      await context?.close().catch(() => undefined)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The service worker keeps all files of the app: from now on it starts without a network. */
export const keptWhole = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
