import { request } from 'node:http'

export type AttackRequest = {
  readonly method: string
  readonly token?: string | undefined
  readonly body?: object | undefined
  readonly localAddress?: string | undefined
  /** Timeout in milliseconds; half a minute by default. */
  readonly patienceMs?: number
}
export type AttackResponse = { readonly status: number; readonly text: string; readonly body: unknown }

/** Another loopback address, where the system has several, so that limits by address count callers separately. */
export const from = (last: number) => (process.platform === 'linux' ? `127.0.0.${last}` : '127.0.0.1')

/** Sends one request; rejects when no response begins in time. */
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

/** The error code of a refusal, or its status if there is none. */
export const readCode = ({ status, body }: AttackResponse): string =>
  (body as { code?: string } | undefined)?.code ?? String(status)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
