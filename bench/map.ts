import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { findChromium } from '../e2e/chromium.ts'

const web = fileURLToPath(new URL('../apps/web/', import.meta.url))
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}
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
    const page = await browser.newPage({ viewport: { width: 1_000, height: 400 } })
    await page.goto(`http://127.0.0.1:${port}/bench-map.html`)
    const figures = (await page.evaluate(
      `(async () => { while (!window.measure) await new Promise(r => setTimeout(r, 50)); return window.measure(${seconds}) })()`,
    )) as object
    const renderer = await page.evaluate(
      `(gl => gl ? String(gl.getParameter(gl.RENDERER)) : 'none')(document.createElement('canvas').getContext('webgl2'))`,
    )
    return { bench: 'map', pixels: '1000x400', renderer, seconds, ...figures }
  } finally {
    await browser.close()
    server.close()
  }
}
