import '../testing/clean-up.ts'
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { beforeEach, expect, it, vi } from 'vitest'
import { signIn } from '../testing/people.ts'
import { api } from './api.ts'
import { dropEarlyReads } from './early-reads.ts'
import { sessionStore } from './session-store.ts'

const frameScript = readFileSync('apps/web/public/frame.js', 'utf8')

type SentRequest = {
  name: string
  method: string
  type: string | null
  authorization: string | null
  body: string
}

/** Records the requests from the app shell's script and from the app. Answers each with `json`. */
function recordRequests(json: unknown): SentRequest[] {
  const requests: SentRequest[] = []
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = typeof input === 'string' ? new Request(new URL(input, location.origin), init) : input
    const { pathname } = new URL(request.url)
    requests.push({
      name: pathname.replace(/^\/rpc\//, ''),
      method: request.method,
      type: request.headers.get('content-type'),
      authorization: request.headers.get('authorization'),
      body: await request.text(),
    })
    return new Response(JSON.stringify({ json }), { headers: { 'content-type': 'application/json' } })
  })
  return requests
}

const runFrame = () =>
  runInNewContext(frameScript, { window, document, localStorage, location, performance, fetch, AbortSignal })

beforeEach(() => {
  window.askedAhead = undefined
})

it('the app uses each of the shell script’s requests once, and the script sends them exactly as the app does', async () => {
  const requests = recordRequests({ zones: [] })
  signIn()
  runFrame()
  await vi.waitFor(() => expect(requests.map(({ name }) => name)).toEqual(['auth/me', 'zones/mine']), 15_000)
  expect(await api.zones.mine()).toEqual({ zones: [] })
  await api.auth.me()
  expect(requests).toHaveLength(2)
  await api.auth.me()
  await api.zones.mine()
  expect(requests.slice(2)).toEqual(requests.slice(0, 2))
})

it('another account that has signed in meanwhile does not get the previous account’s responses', async () => {
  const requests = recordRequests({ zones: [] })
  signIn()
  runFrame()
  await vi.waitFor(() => expect(requests).toHaveLength(2), 15_000)
  sessionStore.set({ token: 'of-another', expiresAt: '2036-01-01T00:00:00.000Z' })
  await api.zones.mine()
  expect(requests.map(({ authorization }) => authorization).at(2)).toBe('Bearer of-another')
})

it('a response that has waited too long is not shown as fresh', async () => {
  const requests = recordRequests({ zones: [] })
  signIn()
  runFrame()
  await vi.waitFor(() => expect(requests).toHaveLength(2), 15_000)
  if (window.askedAhead) window.askedAhead.at -= 30_000
  await api.zones.mine()
  expect(requests).toHaveLength(3)
})

it('unused responses are dropped when the page starts to follow the feed', async () => {
  const requests = recordRequests({ zones: [] })
  signIn()
  runFrame()
  await vi.waitFor(() => expect(requests).toHaveLength(2), 15_000)
  dropEarlyReads()
  await api.zones.mine()
  expect(requests).toHaveLength(3)
})

it('the script sends nothing once the app has started', async () => {
  const requests = recordRequests({ zones: [] })
  signIn()
  vi.resetModules()
  await import('./early-reads.ts')
  runFrame()
  await api.zones.mine()
  expect(requests.map(({ name }) => name)).toEqual(['zones/mine'])
})

it('nothing is requested without a session', () => {
  const requests = recordRequests({})
  runFrame()
  expect(requests).toEqual([])
  expect(window.askedAhead).toBeUndefined()
})
