import { afterEach, expect, it, vi } from 'vitest'
import { api } from './api.ts'
import { isUnreachable } from './error-text.ts'
import { responseTimeoutMs } from './fetch-with-timeout.ts'
import { createQueryClient } from './query-client.ts'
import { meQuery } from './session/use-session.ts'
import { sessionStore } from './session-store.ts'

afterEach(() => vi.restoreAllMocks())

const session = { token: 'token-1', expiresAt: '2099-01-01T00:00:00.000Z' }

it('a session that is being signed out sends no more reads, and the server learns that it has ended', async () => {
  const addresses: string[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    addresses.push(new URL(request.url).pathname)
    return Response.json({ json: {} })
  })
  sessionStore.set(session)
  await api.zones.mine({}).catch(() => undefined)
  sessionStore.endReading()
  await expect(api.zones.mine({})).rejects.toMatchObject({ name: 'AbortError' })
  sessionStore.renew(session.token, '2099-02-02T00:00:00.000Z')
  await expect(api.zones.mine({})).rejects.toMatchObject({ name: 'AbortError' })
  await api.auth.signOut()
  sessionStore.set(session)
  await api.zones.mine({}).catch(() => undefined)
  expect(addresses).toEqual(['/rpc/zones/mine', '/rpc/auth/signOut', '/rpc/zones/mine'])
})

it('a call that the server accepts but never answers fails like a call to an unreachable server', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const signals: AbortSignal[] = []
  vi.stubGlobal('fetch', (_request: Request, { signal }: { signal: AbortSignal }) => {
    signals.push(signal)
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const call = api.zones.mine({}).catch((error: unknown) => error)
  await vi.waitFor(() => expect(signals).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(responseTimeoutMs / 2)
  expect(signals[0]?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(responseTimeoutMs / 2)
  expect(isUnreachable(await call)).toBe(true)
})

it('signing out cancels the pending request for the user, which would fail with an expired session', async () => {
  const signals: AbortSignal[] = []
  vi.stubGlobal('fetch', (_request: Request, { signal }: { signal: AbortSignal }) => {
    signals.push(signal)
    return new Promise(() => {})
  })
  sessionStore.set(session)
  const client = createQueryClient()
  const me = client.fetchQuery(meQuery).catch(() => undefined)
  await vi.waitFor(() => expect(signals).toHaveLength(1), 15_000)
  await client.cancelQueries()
  expect(signals[0]?.aborted).toBe(true)
  await me
})
