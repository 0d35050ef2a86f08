import type { ErrorCode } from '@muster/contract/errors.ts'
import { ORPCError } from '@orpc/client'
import { describe, expect, test, vi } from 'vitest'
import type { Api } from '../lib/create-api.ts'
import { abandonedAfterMs, createOutbox, maxOutboxEntries } from './outbox.ts'
import type { OutboxEntry } from './outbox-entry.ts'
import { createMemoryStore, type OutboxStore } from './outbox-store.ts'
import { defineSender } from './sender.ts'

const now = Date.parse('2026-11-20T16:30:00.000Z')
const createEntry = (id: string, changes: Partial<OutboxEntry> = {}) => ({
  id,
  kind: 'note',
  userId: 'ana',
  payload: id,
  at: '2026-11-20T16:29:58.000Z',
  ...changes,
})
const createRefusal = (status: number, code: ErrorCode) =>
  new ORPCError(code, { status, defined: true, message: `It was ${code}` })
const failNetwork = () => new TypeError('Failed to fetch')
const alwaysCurrent = () => true

/** Creates a tab. `reply` handles the payload as the server would. */
function createTab(
  reply: (payload: string) => unknown,
  store: OutboxStore = createMemoryStore(),
  locked = false,
) {
  const sentPayloads: string[] = []
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
        sentPayloads.push(payload)
        const answer = reply(payload)
        if (answer instanceof Error) throw answer
        return answer
      },
    }),
  )
  outbox.onSent(({ id }, answer) => results.push([id, answer]))
  return { outbox, sent: sentPayloads, results, notify }
}
const listStates = (entries: readonly OutboxEntry[]) => entries.map(({ id, state }) => `${id} ${state}`)

describe('sending', () => {
  test('sends the oldest entry first, and removes each with its response', async () => {
    const { outbox, sent, results } = createTab(payload => `took ${payload}`)
    await outbox.add(createEntry('b', { at: '2026-11-20T16:29:59.000Z' }))
    await outbox.add(createEntry('a'))
    await outbox.send('ana', alwaysCurrent)
    expect(sent).toEqual(['a', 'b'])
    expect(results).toEqual([
      ['a', 'took a'],
      ['b', 'took b'],
    ])
    expect(outbox.get()).toEqual([])
  })

  test.each([
    ['no network', failNetwork()],
    ['the server is down', new ORPCError('SERVICE_UNAVAILABLE', { status: 503 })],
    ['the session is over', createRefusal(401, 'UNAUTHORIZED')],
    ['a second step must be set up first', createRefusal(403, 'TWO_STEP_REQUIRED')],
    ['too many calls', createRefusal(429, 'TOO_MANY_REQUESTS')],
  ])('keeps everything and tries nothing more on %s, and sends it afterwards', async (_why, error) => {
    let isFailing = true
    const { outbox, sent } = createTab(() => (isFailing ? error : 'ok'))
    await outbox.add(createEntry('a'))
    await outbox.add(createEntry('b'))
    await outbox.send('ana', alwaysCurrent)
    expect(sent).toEqual(['a'])
    expect(listStates(outbox.get())).toEqual(['a waiting', 'b waiting'])
    isFailing = false
    await outbox.send('ana', alwaysCurrent)
    expect(outbox.get()).toEqual([])
  })

  test('keeps a refused entry with its reason without retrying, and continues with the others', async () => {
    const { outbox, sent } = createTab(payload =>
      payload === 'a' ? createRefusal(422, 'READING_TOO_OLD') : 'ok',
    )
    await outbox.add(createEntry('a'))
    await outbox.add(createEntry('b'))
    await outbox.send('ana', alwaysCurrent)
    await outbox.send('ana', alwaysCurrent)
    expect(sent).toEqual(['a', 'b'])
    expect(outbox.get()).toEqual([createEntry('a', { state: 'refused', reason: 'It was READING_TOO_OLD' })])
    await outbox.forget('a')
    expect(outbox.get()).toEqual([])
  })

  test('keeps an entry whose zone requires the PIN, and retries it', async () => {
    let isEntered = false
    const { outbox } = createTab(() => (isEntered ? 'ok' : createRefusal(403, 'ZONE_ENTRY_REQUIRED')))
    await outbox.add(createEntry('a'))
    await outbox.send('ana', alwaysCurrent)
    expect(listStates(outbox.get())).toEqual(['a needs-entry'])
    isEntered = true
    await outbox.send('ana', alwaysCurrent)
    expect(outbox.get()).toEqual([])
  })

  test('skips an entry that the person is sending by hand', async () => {
    const { outbox, sent } = createTab(() => 'ok')
    await outbox.add(createEntry('a'))
    await outbox.byHand('a', () => outbox.send('ana', alwaysCurrent))
    expect(sent).toEqual([])
    await outbox.send('ana', alwaysCurrent)
    expect(sent).toEqual(['a'])
  })

  test('keeps a late entry as confirmed for a day, without its files and without counting it towards the limit', async () => {
    const { outbox } = createTab(() => 'ok')
    const expiredEntry = { at: '2026-11-20T15:00:00.000Z', payload: { name: 'a.jpg', file: new Blob(['x']) } }
    await outbox.add(createEntry('a', expiredEntry))
    await outbox.send('ana', alwaysCurrent)
    expect(outbox.get()).toEqual([
      {
        ...createEntry('a', expiredEntry),
        payload: { name: 'a.jpg' },
        state: 'confirmed',
        doneAt: new Date(now).toISOString(),
      },
    ])
    await outbox.tidy('ana')
    expect(outbox.get()).toHaveLength(1)
    for (let n = 0; n < maxOutboxEntries; n++) expect(await outbox.add(createEntry(`${n}`))).toBe('kept')
  })

  test('sends a dependent entry after the first one, with its response, and refuses or removes both together', async () => {
    const { outbox, sent } = createTab(payload =>
      payload === 'no' ? createRefusal(422, 'READING_TOO_OLD') : `took ${payload}`,
    )
    outbox.register(
      defineSender<{ to?: string }, unknown>({
        name: 'picture',
        isLarge: true,
        follow: (_picture, answer: string) => ({ to: answer }),
        send: async ({ to }) => void sent.push(`picture ${to}`),
      }),
    )
    const createPicture = (id: string, after: string) =>
      createEntry(id, { kind: 'picture', payload: {}, after })
    await outbox.add(createPicture('p', 'a'))
    await outbox.add(createEntry('a'))
    await outbox.add(createEntry('b'))
    await outbox.send('ana', alwaysCurrent)
    expect(sent).toEqual(['a', 'b', 'picture took a'])
    await outbox.add(createEntry('no'))
    await outbox.add(createPicture('q', 'no'))
    await outbox.send('ana', alwaysCurrent)
    expect(listStates(outbox.get())).toEqual(['no refused', 'q refused'])
    await outbox.again('no')
    expect(listStates(outbox.get())).toEqual(['no waiting', 'q waiting'])
    await outbox.forget('no')
    expect(outbox.get()).toEqual([])
  })

  test('keeps an entry that depends on one waiting for the PIN', async () => {
    let isEntered = false
    const { outbox, sent } = createTab(() => (isEntered ? 'ok' : createRefusal(403, 'ZONE_ENTRY_REQUIRED')))
    await outbox.add(createEntry('b', { after: 'a' }))
    await outbox.add(createEntry('a'))
    await outbox.send('ana', alwaysCurrent)
    expect(listStates(outbox.get())).toEqual(['a needs-entry', 'b waiting'])
    isEntered = true
    await outbox.send('ana', alwaysCurrent)
    await outbox.send('ana', alwaysCurrent)
    expect(sent).toEqual(['a', 'a', 'b'])
  })

  test('exposes the entries being sent', async () => {
    const states: string[][] = []
    const { outbox } = createTab(() => 'ok')
    outbox.subscribe(() => states.push([...outbox.onTheWay()]))
    await outbox.add(createEntry('a'))
    await outbox.send('ana', alwaysCurrent)
    expect(states).toContainEqual(['a'])
    expect(outbox.onTheWay().size).toBe(0)
  })

  test('runs once more if requested while sending, so that no new entry is left behind', async () => {
    const { outbox, sent } = createTab(() => 'ok')
    await outbox.add(createEntry('a'))
    const firstRun = outbox.send('ana', alwaysCurrent)
    await outbox.add(createEntry('b'))
    await Promise.all([firstRun, outbox.send('ana', alwaysCurrent)])
    expect(sent).toEqual(['a', 'b'])
  })
})

describe('ownership', () => {
  test('prevents another person on the device from sending an entry', async () => {
    const { outbox, sent } = createTab(() => 'ok')
    await outbox.add(createEntry('a'))
    await outbox.add(createEntry('b', { userId: 'bo' }))
    await outbox.send('bo', alwaysCurrent)
    expect(sent).toEqual(['b'])
    expect(listStates(outbox.get())).toEqual(['a waiting'])
  })

  test('stops sending and reporting when the session ends midway', async () => {
    let isOwnSession = true
    const { outbox, sent, results } = createTab(() => {
      isOwnSession = false
      return 'ok'
    })
    await outbox.add(createEntry('a'))
    await outbox.add(createEntry('b'))
    await outbox.send('ana', () => isOwnSession)
    expect(sent).toEqual(['a'])
    expect(results).toEqual([])
    expect(listStates(outbox.get())).toEqual(['b waiting'])
  })

  test('removes other people’s entries after a week, and none of the current person’s', async () => {
    const { outbox } = createTab(() => 'ok')
    const toTimestamp = (ageMs: number) => new Date(now - ageMs).toISOString()
    await outbox.add(createEntry('old', { at: toTimestamp(abandonedAfterMs + 1) }))
    await outbox.add(createEntry('young', { at: toTimestamp(abandonedAfterMs) }))
    await outbox.add(createEntry('mine', { userId: 'bo', at: toTimestamp(9 * abandonedAfterMs) }))
    await outbox.tidy('bo')
    expect(listStates(outbox.get())).toEqual(['mine waiting', 'young waiting'])
  })
})

describe('storage', () => {
  test('survives a reload and notifies the other tabs', async () => {
    const store = createMemoryStore()
    const firstTab = createTab(failNetwork, store)
    await firstTab.outbox.add(createEntry('a'))
    expect(firstTab.notify).toHaveBeenCalledTimes(1)
    const secondTab = createTab(() => 'ok', store)
    await secondTab.outbox.load()
    expect(listStates(secondTab.outbox.get())).toEqual(['a waiting'])
  })

  test('sends nothing while another tab is sending', async () => {
    const { outbox, sent } = createTab(() => 'ok', createMemoryStore(), true)
    await outbox.add(createEntry('a'))
    await outbox.send('ana', alwaysCurrent)
    expect(sent).toEqual([])
  })

  test('is limited per person: a full outbox refuses the newest entry and keeps the rest', async () => {
    const { outbox } = createTab(() => 'ok')
    for (let n = 0; n < maxOutboxEntries; n++) expect(await outbox.add(createEntry(`${n}`))).toBe('kept')
    expect(await outbox.add(createEntry('more'))).toBe('full')
    expect(await outbox.add(createEntry('0'))).toBe('kept')
    expect(await outbox.add(createEntry('other', { userId: 'bo' }))).toBe('kept')
    expect(outbox.get()).toHaveLength(maxOutboxEntries + 1)
  })

  test('counts as full if the device refuses to write', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const brokenStore = { ...createMemoryStore(), put: () => Promise.reject(new Error('QuotaExceededError')) }
    const { outbox } = createTab(() => 'ok', brokenStore)
    expect(await outbox.add(createEntry('a'))).toBe('full')
    warn.mockRestore()
  })

  test('batches entries created by the app, and drops the oldest beyond their limit', async () => {
    const { outbox, sent } = createTab(() => 'ok')
    const batches: string[][] = []
    let isOnline = false
    outbox.register(
      defineSender<string, string>({
        name: 'step',
        mostWaiting: 3,
        async sendAll(steps) {
          if (!isOnline) throw failNetwork()
          batches.push([...steps])
          return steps
        },
      }),
    )
    const createStep = (n: number) =>
      createEntry(`s${n}`, { kind: 'step', at: new Date(now + n).toISOString() })
    for (let n = 0; n < 5; n++) expect(await outbox.add(createStep(n))).toBe('kept')
    await outbox.send('ana', alwaysCurrent)
    expect(listStates(outbox.get())).toEqual(['s2 waiting', 's3 waiting', 's4 waiting'])
    // The two limits are independent.
    for (let n = 0; n < maxOutboxEntries; n++) expect(await outbox.add(createEntry(`${n}`))).toBe('kept')
    expect(await outbox.add(createStep(5))).toBe('kept')
    isOnline = true
    await outbox.send('ana', alwaysCurrent)
    expect(batches).toEqual([['s3', 's4', 's5']])
    expect(sent).toHaveLength(maxOutboxEntries)
    expect(outbox.get()).toEqual([])
  })

  test('drops an entry created by the app that the server refuses', async () => {
    const { outbox } = createTab(() => 'ok')
    outbox.register(
      defineSender<string, string>({
        name: 'step',
        mostWaiting: 3,
        sendAll: () => Promise.reject(createRefusal(422, 'READING_TOO_OLD')),
      }),
    )
    await outbox.add(createEntry('s', { kind: 'step' }))
    await outbox.send('ana', alwaysCurrent)
    expect(outbox.get()).toEqual([])
  })

  test('loses all entries of a deleted account', async () => {
    const { outbox } = createTab(() => 'ok')
    await outbox.add(createEntry('a'))
    await outbox.add(createEntry('b', { userId: 'bo' }))
    await outbox.clear('ana')
    expect(listStates(outbox.get())).toEqual(['b waiting'])
  })
})
