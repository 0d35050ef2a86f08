import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { parseBearerToken } from '../../lib/bearer-token.ts'
import { hashToken, isSameSecret } from '../../lib/secrets.ts'
import { SettingError } from '../../platform/env.ts'

/** Returns the rendered metrics and their content type. */
export type MetricsPage = { readonly contentType: string; readonly render: () => Promise<string> }

/** Creates the check of a request's token, in a time that does not depend on the token. */
export function createTokenCheck(token: string): (authorization: string | undefined) => boolean {
  return authorization => isSameSecret(hashToken(parseBearerToken(authorization) ?? ''), hashToken(token))
}

type Options = { readonly port: number; readonly host: string; readonly token: string | undefined }

/** Serves `GET /metrics` at a port of its own, with the token if one is set. Throws SettingError if the port cannot be used. */
export async function serveMetrics(page: MetricsPage, { port, host, token }: Options): Promise<Server> {
  const mayRead = token === undefined ? () => true : createTokenCheck(token)
  const server = createServer((request, response) => {
    answer(page, mayRead, request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  // Metrics are read by programs nearby, so short timeouts suffice.
  server.headersTimeout = 5_000
  server.requestTimeout = 5_000
  server.maxConnections = 50
  server.listen({ port, host })
  await once(server, 'listening').catch(error => {
    throw new SettingError('METRICS_PORT', `METRICS_PORT: ${host}:${port} cannot be used (${error.message}).`)
  })
  return server
}

async function answer(
  page: MetricsPage,
  mayRead: (authorization: string | undefined) => boolean,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url?.split('?')[0]
  if (path !== '/metrics') return endWith(response, 404)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return endWith(response, 405, { allow: 'GET, HEAD' })
  if (!mayRead(request.headers.authorization)) return endWith(response, 401, { 'www-authenticate': 'Bearer' })
  const text = await page.render()
  response.writeHead(200, { 'content-type': page.contentType, 'cache-control': 'no-store' })
  response.end(text)
}

function endWith(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, headers)
  response.end()
}
