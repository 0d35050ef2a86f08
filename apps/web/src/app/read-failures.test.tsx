import { QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { orpc } from '../lib/api.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { answer, fakeServer, refusal } from '../testing/fake-server.ts'
import { noticeStore, notify } from '../ui/toast/notify.ts'
import { createReadFailures, nameReads } from './read-failures.ts'

// Creates an error that is not retried automatically, so that the test need not wait for retries.
const outage = () => refusal(429, 'TOO_MANY_REQUESTS', 'Too many attempts. Wait a moment, then try again.')
const zones = () => answer({ zones: [] })

function namedClient() {
  const client = createQueryClient(createReadFailures())
  nameReads(client)
  return client
}
const readZones = () =>
  new QueryObserver(namedClient(), { ...orpc.zones.mine.queryOptions(), enabled: false })
const findNotice = async () => {
  // By then the page has rendered the failure.
  await new Promise(done => setTimeout(done, 150))
  const title = noticeStore.get()?.title
  notify.dismiss()
  return title
}

it('reports a failed read once per outage', async () => {
  const answers = [outage, outage, zones, outage]
  fakeServer({ 'zones/mine': () => answers.shift()?.() ?? zones() })
  const read = readZones()
  const messages: unknown[] = []
  for (let time = 0; time < 4; time += 1) {
    await read.refetch()
    messages.push(await findNotice())
  }
  expect(messages).toEqual(['Failed to load zones', undefined, undefined, 'Failed to load zones'])
})

it('a refusal with its own screen shows no toast', async () => {
  fakeServer({ 'zones/mine': () => refusal(403, 'FORBIDDEN', 'You don’t have permission to do this.') })
  expect((await readZones().refetch()).isError).toBe(true)
  expect(await findNotice()).toBeUndefined()
})

it('failures without a specified message show only in their own place on the page', async () => {
  fakeServer({ 'auth/devices': outage, 'security/dashboard': outage })
  for (const { queryKey, queryFn } of [
    orpc.auth.devices.queryOptions({ input: {} }),
    orpc.security.dashboard.queryOptions(),
  ] as const)
    await expect(
      namedClient().fetchQuery({ queryKey: [...queryKey], queryFn: queryFn as never }),
    ).rejects.toThrow()
  expect(await findNotice()).toBeUndefined()
})

const again = { title: 'Failed to load zones', read: 'not' }
it.each([
  ['in sight', 10, {}, undefined],
  ['scrolled away', 5_000, {}, again],
  ['not displayed', 0, { display: 'none' }, again],
  ['invisible', 10, { visibility: 'hidden' }, again],
  ['not displayed in an older browser', 0, { display: 'none' }, again],
] as const)(
  'shows a toast only where the message on the page is out of sight: %s',
  async (name, top, style, messages) => {
    fakeServer({ 'zones/mine': outage })
    const place = document.createElement('div')
    place.setAttribute('role', 'alert')
    // A different text for the same read, as on My Zones.
    place.textContent = 'Failed to load your assigned zones Retry'
    const isBoxed = !('display' in style)
    place.getBoundingClientRect = () => (isBoxed ? new DOMRect(0, top, 300, 100) : new DOMRect())
    Object.assign(place.style, style)
    if (name.endsWith('older browser')) Object.assign(place, { checkVisibility: undefined })
    document.body.append(place)
    await readZones().refetch()
    await new Promise(done => setTimeout(done, 150))
    place.remove()
    if (messages) expect(noticeStore.get()).toMatchObject(messages)
    else expect(noticeStore.get()).toBeNull()
  },
)
