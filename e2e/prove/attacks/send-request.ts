import { request } from 'node:http'

export type AttackRequest = {
  readonly method: string
  readonly token?: string | undefined
  readonly body?: object | undefined
  readonly localAddress?: string | undefined
  /** Timeout in milliseconds; 30,000 by default. */
  readonly patienceMs?: number
}
export type AttackResponse = { readonly status: number; readonly text: string; readonly body: unknown }

/**
 * Returns another loopback address, where the operating system has several, so that limits by IP address count callers
 * separately.
 */
export const from = (last: number) => (process.platform === 'linux' ? `127.0.0.${last}` : '127.0.0.1')

/** Sends one request. Rejects if no response begins in time. */
export function sendRequest(
  url: string,
  { method, token, body, localAddress, patienceMs = 30_000 }: AttackRequest,
): Promise<AttackResponse> {
  return new Promise((done, reject) => {
    const headers = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    }
    const call = request(
      url,
      { method, headers, timeout: patienceMs, ...(localAddress ? { localAddress } : {}) },
      answer => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', part => {
          text += part
        })
        answer.once('error', reject)
        answer.once('end', () => done({ status: answer.statusCode ?? 0, text, body: parsed(text) }))
      },
    )
    call.once('error', reject)
    call.once('timeout', () => call.destroy(new Error('No answer')))
    call.end(body && JSON.stringify(body))
  })
}

/** Returns the error code of a rejection, or its status if it has none. */
export const readCode = ({ status, body }: AttackResponse): string =>
  (body as { code?: string } | undefined)?.code ?? String(status)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
