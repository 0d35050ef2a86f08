import type { Page } from '@playwright/test'
import { withMapPage } from './map-page.ts'

const viewport = { width: 1_000, height: 400 }
/** Duration of each measurement in seconds. */
const seconds = Number(process.env.BENCH_SECONDS ?? 8)

/**
 * Measures the frames per second of the product's map in a real browser, with 500 zones and 1,000 moving people. The reference is
 * an empty map.
 */
export const benchMap = (): Promise<object> =>
  withMapPage(async ({ browser, address }) => {
    const emptyMapFrames = await recordFrames(await browser.newPage({ viewport }), address, false)
    const page = await browser.newPage({ viewport })
    const fullMapFrames = await recordFrames(page, address, true)
    const sizes = (await page.evaluate('bench.sizes')) as object
    return { bench: 'map', ...sizes, pixels: '1000x400', seconds, ...fullMapFrames, empty: emptyMapFrames }
  })

/**
 * Measures the time until the map is ready, and its frames per second while it is still and while it is dragged. Closes the page of
 * the empty map afterwards, because that map would keep drawing.
 */
async function recordFrames(page: Page, address: string, isFull: boolean) {
  await page.goto(address)
  await page.waitForFunction('window.bench')
  const readyMs = await page.evaluate(`bench.begin(${isFull})`)
  const idleFrames = await page.evaluate(`bench.count(${seconds})`)
  const pendingFrames = page.evaluate(`bench.count(${seconds})`)
  const pendingDrag = drag(page, Date.now() + seconds * 1_000)
  const dragFrames = await pendingFrames
  await pendingDrag
  if (!isFull) await page.close()
  return { readyMs, standing: idleFrames, dragged: dragFrames }
}

/** Drags the map back and forth, as a hand does. */
async function drag(page: Page, until: number): Promise<void> {
  await page.mouse.move(500, 200)
  await page.mouse.down()
  for (let step = 0; Date.now() < until; step++) {
    await page.mouse.move(500 + 200 * Math.sin(step / 12), 200 + 80 * Math.cos(step / 17))
  }
  await page.mouse.up()
}
