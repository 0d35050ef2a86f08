import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { build } from 'vite'
import { findChromium } from '../e2e/chromium.ts'

const web = fileURLToPath(new URL('../apps/web/', import.meta.url))
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}
const viewport = { width: 1_000, height: 400 }
/** Seconds of each measurement. */
const seconds = Number(process.env.BENCH_SECONDS ?? 8)

/** 500 zones and 1,000 people who move, on the map of the product in a real browser: frames a second. */
export async function benchMap(): Promise<object> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-bench-map-'))
  try {
    await build({
      root: web,
      configFile: false,
      logLevel: 'error',
      build: { outDir: folder, target: 'es2023', rollupOptions: { input: join(web, 'bench-map.html') } },
    })
    return await measure(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(folder: string): Promise<object> {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const body = await readFile(join(folder, path)).catch(() => undefined)
    response.writeHead(body ? 200 : 404, { 'content-type': types[extname(path)] ?? 'text/plain' }).end(body)
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const browser = await chromium.launch({
    ...(await findChromium()),
    // Without a graphics card the browser draws WebGL by its processor.
    args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
  })
  try {
    const address = `http://127.0.0.1:${port}/bench-map.html`
    const empty = await framesOf(await browser.newPage({ viewport }), address, false)
    const page = await browser.newPage({ viewport })
    const full = await framesOf(page, address, true)
    const sizes = (await page.evaluate('bench.sizes')) as object
    return { bench: 'map', ...sizes, pixels: '1000x400', seconds, ...full, empty }
  } finally {
    await browser.close()
    server.close()
  }
}

/** Frames a second of a map that stands, and of one that is dragged. The page is closed: it would go on drawing. */
async function framesOf(page: Page, address: string, isFull: boolean) {
  await page.goto(address)
  await page.waitForFunction('window.bench')
  const readyMs = await page.evaluate(`bench.begin(${isFull})`)
  const standing = await page.evaluate(`bench.count(${seconds})`)
  const counting = page.evaluate(`bench.count(${seconds})`)
  const dragging = drag(page, Date.now() + seconds * 1_000)
  const dragged = await counting
  await dragging
  if (!isFull) await page.close()
  return { readyMs, standing, dragged }
}

/** Drags the map to and fro, as a hand does. */
async function drag(page: Page, until: number): Promise<void> {
  await page.mouse.move(500, 200)
  await page.mouse.down()
  for (let step = 0; Date.now() < until; step++) {
    await page.mouse.move(500 + 200 * Math.sin(step / 12), 200 + 80 * Math.cos(step / 17))
  }
  await page.mouse.up()
}
