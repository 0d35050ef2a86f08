import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { findChromium } from './chromium.ts'
import type { Place } from './fixtures.ts'
import type { Session } from './muster.ts'

export type InstalledApp = {
  /** Starts the browser with its stored data and opens a page of the app. */
  start(path: string): Promise<Page>
  /** Switches the network off or on. */
  setOffline(offline: boolean): Promise<void>
  /** Crashes the browser, so that it cannot shut down in order. */
  kill(): Promise<void>
  /** Stops the browser and removes its stored data. */
  remove(): Promise<void>
}

/** Prepares a browser that keeps its data between starts, as an app on a phone does. The first start stores `session`. */
export async function installApp(
  origin: string,
  { session, at, viewport }: { session: Session; at: Place; viewport: { width: number; height: number } },
): Promise<InstalledApp> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-browser-'))
  const executable = await findChromium()
  let context: BrowserContext | undefined
  const isFirst = () => context === undefined
  return {
    async start(path) {
      const isFirstStart = isFirst()
      context = await chromium.launchPersistentContext(folder, {
        ...executable,
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
      if (isFirstStart) {
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
      const closePromise = new Promise<void>(resolve => context?.once('close', () => resolve()))
      const devtools = await context.newCDPSession(page)
      devtools.send('Browser.crash').catch(() => undefined)
      await closePromise
    },
    async remove() {
      await context?.close().catch(() => undefined)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Waits until the service worker has cached all files of the app, so that it starts offline. */
export const waitUntilCached = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
