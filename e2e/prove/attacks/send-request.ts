import { request } from 'node:http'

export type AttackRequest = {
  readonly method: string
  readonly token?: string | undefined
  readonly body?: object | undefined
  readonly localAddress?: string | undefined
  /** Timeout in milliseconds for a silent connection; 30,000 by default. */
  readonly patienceMs?: number
}
export type AttackResponse = { readonly status: number; readonly text: string; readonly body: unknown }

/**
 * Returns another loopback address, where the operating system has several, so that limits by IP address count callers
 * separately.
 */
export const loopbackAddress = (lastByte: number) =>
  process.platform === 'linux' ? `127.0.0.${lastByte}` : '127.0.0.1'

/** Sends one request. Rejects if the connection fails or is silent for `patienceMs`. */
export function sendRequest(
  url: string,
  { method, token, body, localAddress, patienceMs = 30_000 }: AttackRequest,
): Promise<AttackResponse> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    }
    const clientRequest = request(
      url,
      { method, headers, timeout: patienceMs, ...(localAddress ? { localAddress } : {}) },
      response => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', chunk => {
          text += chunk
        })
        response.once('error', reject)
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text, body: parseJson(text) }))
      },
    )
    clientRequest.once('error', reject)
    clientRequest.once('timeout', () => clientRequest.destroy(new Error('No answer')))
    clientRequest.end(body && JSON.stringify(body))
  })
}

/** Returns the error code of a response, or its status if it has none. */
export const readCode = ({ status, body }: AttackResponse): string =>
  (body as { code?: string } | undefined)?.code ?? String(status)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
