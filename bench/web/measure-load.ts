import type { Browser, BrowserContext, Page } from '@playwright/test'

/** A lower mid-range phone on a poor connection. */
export const slowPhone = { kilobytesPerSecond: 400, latencyMs: 150, slowerCpu: 4 } as const

export type Load = {
  origin: string
  path: string
  /** The page counts as usable once an enabled button with this label is visible. */
  act: string
  /** The contents of local storage. */
  kept: Readonly<Record<string, string>>
  /** Another network than that of `slowPhone`. */
  kilobytesPerSecond?: number
}

/** Milliseconds since navigation; `cls` is the layout shift, without a unit. */
export type LoadFigures = {
  firstPaintMs: number
  firstContentMs: number
  largestContentMs: number
  usableMs: number
  /** Kilobytes received until then, compressed and with headers. Unlike the times, they do not depend on the machine. */
  kilobytes: number
  /** The total time by which long tasks exceeded 50 ms, from first content until usable. */
  blockingMs: number
  cls: number
}

/**
 * Returns a script that observes the page from the start. Its `window.figures()` resolves two seconds after the button is usable.
 */
const watchScript = (act: string) => `{
  const measured = { paints: {}, largest: 0, cls: 0, tasks: [] }
  const observe = (type, heed) =>
    new PerformanceObserver(list => list.getEntries().forEach(heed)).observe({ type, buffered: true })
  observe('paint', entry => { measured.paints[entry.name] = entry.startTime })
  observe('largest-contentful-paint', entry => { measured.largest = entry.startTime })
  observe('layout-shift', entry => { if (!entry.hadRecentInput) measured.cls += entry.value })
  observe('longtask', entry => measured.tasks.push([entry.startTime, entry.duration]))
  const isThere = () =>
    [...document.querySelectorAll('main button, form button')].some(
      button => button.textContent.trim() === ${JSON.stringify(act)} && !button.disabled && button.offsetHeight > 0)
  const usable = new Promise((done, fail) => {
    setTimeout(() => fail(new Error('Not usable within a minute')), 60_000)
    const look = () => (isThere() ? done(performance.now()) : requestAnimationFrame(look))
    look()
  })
  // A while longer: what is still moved or painted by then counts as well.
  window.figures = async () => {
    const usableMs = await usable
    await new Promise(done => setTimeout(done, 2_000))
    const from = measured.paints['first-contentful-paint'] ?? 0
    const isReceived = ({ responseEnd }) => responseEnd > 0 && responseEnd <= usableMs
    const received = ['navigation', 'resource'].flatMap(type => performance.getEntriesByType(type)).filter(isReceived)
    const blocking = measured.tasks.filter(([at]) => at >= from && at <= usableMs)
    return {
      firstPaintMs: measured.paints['first-paint'] ?? from,
      firstContentMs: from,
      largestContentMs: measured.largest,
      usableMs,
      kilobytes: received.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1_000,
      blockingMs: blocking.reduce((sum, [, took]) => sum + Math.max(0, took - 50), 0),
      cls: measured.cls,
    }
  }
}`

/** Creates a phone's browser context with the given local storage. */
export const createPhoneContext = (browser: Browser, { origin, kept }: Load): Promise<BrowserContext> =>
  browser.newContext({
    viewport: { width: 360, height: 780 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-GB',
    storageState: {
      cookies: [],
      origins: [{ origin, localStorage: Object.entries(kept).map(([name, value]) => ({ name, value })) }],
    },
  })

/** Opens the page and returns its figures. */
export async function readFigures(page: Page, { origin, path, act }: Load): Promise<LoadFigures> {
  await page.addInitScript(watchScript(act))
  await page.goto(`${origin}/#${path}`, { waitUntil: 'commit' })
  const figures = await page.evaluate<LoadFigures>('window.figures()')
  const roundedFigures = Object.entries(figures).map(([name, value]) => [
    name,
    name === 'cls' ? Math.round(value * 1_000) / 1_000 : Math.round(value),
  ])
  return Object.fromEntries(roundedFigures) as LoadFigures
}

/** Opens a page once with an empty cache on a slow phone. */
export async function measureLoad(browser: Browser, load: Load): Promise<LoadFigures> {
  const context = await createPhoneContext(browser, load)
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    const bytes = (load.kilobytesPerSecond ?? slowPhone.kilobytesPerSecond) * 1_000
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: slowPhone.latencyMs,
      downloadThroughput: bytes,
      uploadThroughput: bytes,
    })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowPhone.slowerCpu })
    return await readFigures(page, load)
  } finally {
    await context.close()
  }
}
