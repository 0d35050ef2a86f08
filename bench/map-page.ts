import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from '@playwright/test'
import { build } from 'vite'
import { findChromium } from '../e2e/chromium.ts'

const webDir = fileURLToPath(new URL('../apps/web/', import.meta.url))
const contentTypes: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}

export type MapPage = { readonly browser: Browser; readonly origin: string; readonly address: string }

/**
 * Builds a page that contains only the product's map, serves it from loopback, and opens it in a real browser. `handleRequest` gets
 * each request first and returns true if it has responded.
 */
export async function withMapPage<Result>(
  use: (page: MapPage) => Promise<Result>,
  handleRequest: (request: IncomingMessage, response: ServerResponse) => boolean = () => false,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-map-page-'))
  const server = createServer(async (request, response) => {
    if (handleRequest(request, response)) return
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const body = await readFile(join(folder, path)).catch(() => undefined)
    response
      .writeHead(body ? 200 : 404, { 'content-type': contentTypes[extname(path)] ?? 'text/plain' })
      .end(body)
  })
  try {
    await build({
      root: webDir,
      configFile: false,
      logLevel: 'error',
      build: { outDir: folder, target: 'es2023', rollupOptions: { input: join(webDir, 'bench-map.html') } },
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const browser = await chromium.launch({
      ...(await findChromium()),
      // Makes the browser render WebGL on the CPU, for machines without a graphics card.
      args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
    })
    try {
      return await use({ browser, origin, address: `${origin}/bench-map.html` })
    } finally {
      await browser.close()
    }
  } finally {
    server.close()
    await rm(folder, { recursive: true, force: true })
  }
}
