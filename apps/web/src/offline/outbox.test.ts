import type { ErrorCode } from '@muster/contract/errors.ts'
import { ORPCError } from '@orpc/client'
import { describe, expect, test, vi } from 'vitest'
import type { Api } from '../lib/create-api.ts'
import { createOutbox, leftBehindMs, outboxMax } from './outbox.ts'
import type { OutboxEntry } from './outbox-entry.ts'
import { memoryStore, type OutboxStore } from './outbox-store.ts'
import { defineSender } from './sender.ts'

const now = Date.parse('2026-11-20T16:30:00.000Z')
const entry = (id: string, changes: Partial<OutboxEntry> = {}) => ({
  id,
  kind: 'note',
  userId: 'ana',
  payload: id,
  at: '2026-11-20T16:29:58.000Z',
  ...changes,
})
const refusal = (status: number, code: ErrorCode) =>
  new ORPCError(code, { status, defined: true, message: `It was ${code}` })
const noNetwork = () => new TypeError('Failed to fetch')
const always = () => true

/** Creates a tab. `reply` handles the payload as the server would. */
function tab(reply: (payload: string) => unknown, store: OutboxStore = memoryStore(), locked = false) {
  const sent: string[] = []
  const results: unknown[] = []
  const notify = vi.fn()
  const outbox = createOutbox({
    store: async () => store,
    alone: async act => {
      if (!locked) await act()
    },
    notify,
    now: () => now,
    sendWith: () => ({ api: {} as Api, token: 'token' }),
  })
  outbox.register(
    defineSender<string, unknown>({
      name: 'note',
      async send(payload) {
        sent.push(payload)
        const answer = reply(payload)
        if (answer instanceof Error) throw answer
        return answer
      },
    }),
  )
  outbox.onSent(({ id }, answer) => results.push([id, answer]))
  return { outbox, sent, results, notify }
}
const states = (entries: readonly OutboxEntry[]) => entries.map(({ id, state }) => `${id} ${state}`)

describe('sending', () => {
  test('sends the oldest entry first, and removes each with its response', async () => {
    const { outbox, sent, results } = tab(payload => `took ${payload}`)
    await outbox.add(entry('b', { at: '2026-11-20T16:29:59.000Z' }))
    await outbox.add(entry('a'))
    await outbox.send('ana', always)
    expect(sent).toEqual(['a', 'b'])
    expect(results).toEqual([
      ['a', 'took a'],
      ['b', 'took b'],
    ])
    expect(outbox.get()).toEqual([])
  })

  test.each([
    ['no network', noNetwork()],
    ['the server is down', new ORPCError('SERVICE_UNAVAILABLE', { status: 503 })],
    ['the session is over', refusal(401, 'UNAUTHORIZED')],
    ['a second step must be set up first', refusal(403, 'TWO_STEP_REQUIRED')],
    ['too many calls', refusal(429, 'TOO_MANY_REQUESTS')],
  ])('keeps everything and tries nothing more on %s, and sends it afterwards', async (_why, error) => {
    let failing = true
    const { outbox, sent } = tab(() => (failing ? error : 'ok'))
    await outbox.add(entry('a'))
    await outbox.add(entry('b'))
    await outbox.send('ana', always)
    expect(sent).toEqual(['a'])
    expect(states(outbox.get())).toEqual(['a waiting', 'b waiting'])
    failing = false
    await outbox.send('ana', always)
    expect(outbox.get()).toEqual([])
  })

  test('keeps a refused entry with its reason without retrying, and continues with the others', async () => {
    const { outbox, sent } = tab(payload => (payload === 'a' ? refusal(422, 'READING_TOO_OLD') : 'ok'))
    await outbox.add(entry('a'))
    await outbox.add(entry('b'))
    await outbox.send('ana', always)
    await outbox.send('ana', always)
    expect(sent).toEqual(['a', 'b'])
    expect(outbox.get()).toEqual([entry('a', { state: 'refused', reason: 'It was READING_TOO_OLD' })])
    await outbox.forget('a')
    expect(outbox.get()).toEqual([])
  })

  test('keeps an entry whose zone requires the PIN, and retries it', async () => {
    let entered = false
    const { outbox } = tab(() => (entered ? 'ok' : refusal(403, 'ZONE_ENTRY_REQUIRED')))
    await outbox.add(entry('a'))
    await outbox.send('ana', always)
    expect(states(outbox.get())).toEqual(['a needs-entry'])
    entered = true
    await outbox.send('ana', always)
    expect(outbox.get()).toEqual([])
  })

  test('skips an entry that the person is sending by hand', async () => {
    const { outbox, sent } = tab(() => 'ok')
    await outbox.add(entry('a'))
    await outbox.byHand('a', () => outbox.send('ana', always))
    expect(sent).toEqual([])
    await outbox.send('ana', always)
    expect(sent).toEqual(['a'])
  })

  test('keeps a late entry as confirmed for a day, without its files and without counting it towards the limit', async () => {
    const { outbox } = tab(() => 'ok')
    const long = { at: '2026-11-20T15:00:00.000Z', payload: { name: 'a.jpg', file: new Blob(['x']) } }
    await outbox.add(entry('a', long))
    await outbox.send('ana', always)
    expect(outbox.get()).toEqual([
      {
        ...entry('a', long),
        payload: { name: 'a.jpg' },
        state: 'confirmed',
        doneAt: new Date(now).toISOString(),
      },
    ])
    await outbox.tidy('ana')
    expect(outbox.get()).toHaveLength(1)
    for (let n = 0; n < outboxMax; n++) expect(await outbox.add(entry(`${n}`))).toBe('kept')
  })

  test('sends a dependent entry after the first one, with its response, and refuses or removes both together', async () => {
    const { outbox, sent } = tab(payload =>
      payload === 'no' ? refusal(422, 'READING_TOO_OLD') : `took ${payload}`,
    )
    outbox.register(
      defineSender<{ to?: string }, unknown>({
        name: 'picture',
        isLarge: true,
        follow: (_picture, answer: string) => ({ to: answer }),
        send: async ({ to }) => void sent.push(`picture ${to}`),
      }),
    )
    const picture = (id: string, after: string) => entry(id, { kind: 'picture', payload: {}, after })
    await outbox.add(picture('p', 'a'))
    await outbox.add(entry('a'))
    await outbox.add(entry('b'))
    await outbox.send('ana', always)
    expect(sent).toEqual(['a', 'b', 'picture took a'])
    await outbox.add(entry('no'))
    await outbox.add(picture('q', 'no'))
    await outbox.send('ana', always)
    expect(states(outbox.get())).toEqual(['no refused', 'q refused'])
    await outbox.again('no')
    expect(states(outbox.get())).toEqual(['no waiting', 'q waiting'])
    await outbox.forget('no')
    expect(outbox.get()).toEqual([])
  })

  test('keeps an entry that depends on one waiting for the PIN', async () => {
    let entered = false
    const { outbox, sent } = tab(() => (entered ? 'ok' : refusal(403, 'ZONE_ENTRY_REQUIRED')))
    await outbox.add(entry('b', { after: 'a' }))
    await outbox.add(entry('a'))
    await outbox.send('ana', always)
    expect(states(outbox.get())).toEqual(['a needs-entry', 'b waiting'])
    entered = true
    await outbox.send('ana', always)
    await outbox.send('ana', always)
    expect(sent).toEqual(['a', 'a', 'b'])
  })

  test('exposes the entries being sent', async () => {
    const states: string[][] = []
    const { outbox } = tab(() => 'ok')
    outbox.subscribe(() => states.push([...outbox.onTheWay()]))
    await outbox.add(entry('a'))
    await outbox.send('ana', always)
    expect(states).toContainEqual(['a'])
    expect(outbox.onTheWay().size).toBe(0)
  })

  test('runs once more if requested while sending, so that no new entry is left behind', async () => {
    const { outbox, sent } = tab(() => 'ok')
    await outbox.add(entry('a'))
    const first = outbox.send('ana', always)
    await outbox.add(entry('b'))
    await Promise.all([first, outbox.send('ana', always)])
    expect(sent).toEqual(['a', 'b'])
  })
})

describe('ownership', () => {
  test('prevents another person on the device from sending an entry', async () => {
    const { outbox, sent } = tab(() => 'ok')
    await outbox.add(entry('a'))
    await outbox.add(entry('b', { userId: 'bo' }))
    await outbox.send('bo', always)
    expect(sent).toEqual(['b'])
    expect(states(outbox.get())).toEqual(['a waiting'])
  })

  test('stops sending and reporting when the session ends midway', async () => {
    let mine = true
    const { outbox, sent, results } = tab(() => {
      mine = false
      return 'ok'
    })
    await outbox.add(entry('a'))
    await outbox.add(entry('b'))
    await outbox.send('ana', () => mine)
    expect(sent).toEqual(['a'])
    expect(results).toEqual([])
    expect(states(outbox.get())).toEqual(['b waiting'])
  })

  test('removes other people’s entries after a week, and none of the current person’s', async () => {
    const { outbox } = tab(() => 'ok')
    const at = (ageMs: number) => new Date(now - ageMs).toISOString()
    await outbox.add(entry('old', { at: at(leftBehindMs + 1) }))
    await outbox.add(entry('young', { at: at(leftBehindMs) }))
    await outbox.add(entry('mine', { userId: 'bo', at: at(9 * leftBehindMs) }))
    await outbox.tidy('bo')
    expect(states(outbox.get())).toEqual(['mine waiting', 'young waiting'])
  })
})

describe('storage', () => {
  test('survives a reload and notifies the other tabs', async () => {
    const store = memoryStore()
    const before = tab(noNetwork, store)
    await before.outbox.add(entry('a'))
    expect(before.notify).toHaveBeenCalledTimes(1)
    const after = tab(() => 'ok', store)
    await after.outbox.load()
    expect(states(after.outbox.get())).toEqual(['a waiting'])
  })

  test('sends nothing while another tab is sending', async () => {
    const { outbox, sent } = tab(() => 'ok', memoryStore(), true)
    await outbox.add(entry('a'))
    await outbox.send('ana', always)
    expect(sent).toEqual([])
  })

  test('is limited per person: a full outbox refuses the newest entry and keeps the rest', async () => {
    const { outbox } = tab(() => 'ok')
    for (let n = 0; n < outboxMax; n++) expect(await outbox.add(entry(`${n}`))).toBe('kept')
    expect(await outbox.add(entry('more'))).toBe('full')
    expect(await outbox.add(entry('0'))).toBe('kept')
    expect(await outbox.add(entry('other', { userId: 'bo' }))).toBe('kept')
    expect(outbox.get()).toHaveLength(outboxMax + 1)
  })

  test('counts as full if the device refuses to write', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const broken = { ...memoryStore(), put: () => Promise.reject(new Error('QuotaExceededError')) }
    const { outbox } = tab(() => 'ok', broken)
    expect(await outbox.add(entry('a'))).toBe('full')
    warn.mockRestore()
  })

  test('batches entries created by the app, and drops the oldest beyond their limit', async () => {
    const { outbox, sent } = tab(() => 'ok')
    const batches: string[][] = []
    let online = false
    outbox.register(
      defineSender<string, string>({
        name: 'step',
        mostWaiting: 3,
        async sendAll(steps) {
          if (!online) throw noNetwork()
          batches.push([...steps])
          return steps
        },
      }),
    )
    const step = (n: number) => entry(`s${n}`, { kind: 'step', at: new Date(now + n).toISOString() })
    for (let n = 0; n < 5; n++) expect(await outbox.add(step(n))).toBe('kept')
    await outbox.send('ana', always)
    expect(states(outbox.get())).toEqual(['s2 waiting', 's3 waiting', 's4 waiting'])
    // The two limits are independent.
    for (let n = 0; n < outboxMax; n++) expect(await outbox.add(entry(`${n}`))).toBe('kept')
    expect(await outbox.add(step(5))).toBe('kept')
    online = true
    await outbox.send('ana', always)
    expect(batches).toEqual([['s3', 's4', 's5']])
    expect(sent).toHaveLength(outboxMax)
    expect(outbox.get()).toEqual([])
  })

  test('drops an entry created by the app that the server refuses', async () => {
    const { outbox } = tab(() => 'ok')
    outbox.register(
      defineSender<string, string>({
        name: 'step',
        mostWaiting: 3,
        sendAll: () => Promise.reject(refusal(422, 'READING_TOO_OLD')),
      }),
    )
    await outbox.add(entry('s', { kind: 'step' }))
    await outbox.send('ana', always)
    expect(outbox.get()).toEqual([])
  })

  test('loses all entries of a deleted account', async () => {
    const { outbox } = tab(() => 'ok')
    await outbox.add(entry('a'))
    await outbox.add(entry('b', { userId: 'bo' }))
    await outbox.clear('ana')
    expect(states(outbox.get())).toEqual(['b waiting'])
  })
})
