import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { presenceOpenapi as doors } from '@muster/server/src/features/presence/presence.openapi.ts'
import Fastify from 'fastify'
import type { BenchServerMessage } from './server.ts'

type Batch = { readonly readings: readonly { readonly id: string }[] }

/** Returns the response of `/ingest/echo`, without validating the request. */
const createResponseBody = ({ readings }: Batch) => ({
  results: readings.map(({ id }) => ({ id, checks: [], refused: [] })),
})

const sendMessage = (message: BenchServerMessage) => process.send?.(message)
const sendReady = (port: number) => sendMessage({ type: 'ready', origin: `http://127.0.0.1:${port}` })

/**
 * Returns the schemas of the device endpoint for Fastify to compile, without `$schema`, because Fastify's compilers do not support
 * the dialect that it names.
 */
function readEndpointSchemas() {
  const { requestBody, responses } = doors['/ingest/positions'].post
  const readJson = (it: { content: { 'application/json': { schema: object } } }) => ({
    ...it.content['application/json'].schema,
    $schema: undefined,
  })
  return { body: readJson(requestBody), response: { 200: readJson(responses[200]) } }
}

if (process.env.BENCH_ECHO !== 'node') {
  const app = Fastify()
  const options = process.env.BENCH_ECHO === 'schemas' ? { schema: readEndpointSchemas() } : {}
  app.post<{ Body: Batch }>('/ingest/echo', options, async ({ body }) => createResponseBody(body))
  await app.listen({ port: 0, host: '127.0.0.1' })
  sendReady((app.server.address() as AddressInfo).port)
} else {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const responseBody = JSON.stringify(
        createResponseBody(JSON.parse(Buffer.concat(chunks).toString('utf8'))),
      )
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(responseBody),
      }
      response.writeHead(200, headers).end(responseBody)
    })
  })
  server.listen(0, '127.0.0.1', () => sendReady((server.address() as AddressInfo).port))
}

process.on('message', message => {
  if (message === 'stop') process.exit()
  const { user, system } = process.cpuUsage()
  const emptyStats = { recorded: 0, refused: 0, failed: 0, batches: 0, statements: 0, waiting: 0 }
  sendMessage({
    type: 'stats',
    stats: { ...emptyStats, rssBytes: process.memoryUsage.rss(), cpuUs: user + system },
  })
})
