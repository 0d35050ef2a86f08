import type { ErrorCode } from '@muster/contract/errors.ts'
import { vi } from 'vitest'

type Answer = { status: number; body: unknown }

/** A failure of the contract, as the server sends it. */
export function refusal(status: number, code: ErrorCode, message: string, data?: unknown): Answer {
  return { status, body: { json: { defined: true, code, status, message, data } } }
}

/** An answer of the server. */
export function answer(json: unknown): Answer {
  return { status: 200, body: { json } }
}

/** The network is gone. */
export function noNetwork(): never {
  throw new TypeError('Failed to fetch')
}

type Handlers = Record<string, (input: unknown, request: Request) => Answer | Promise<Answer>>

/**
 * Stands in for the server at `fetch`: one handler a procedure, `'auth/signIn'`. A procedure without a handler fails the
 * call with 404. Returns the names of the procedures called, in order.
 */
export function fakeServer(handlers: Handlers): string[] {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const url = new URL(request.url)
    const name = url.pathname.replace(/^\/rpc\//, '')
    calls.push(name)
    const text = await request.text()
    const input = text === '' ? undefined : (JSON.parse(text) as { json: unknown }).json
    const { status, body } =
      (await handlers[name]?.(input, request)) ?? refusal(404, 'NOT_FOUND', 'Not found')
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  })
  return calls
}
