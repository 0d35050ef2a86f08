import { QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { orpc } from '../lib/api.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { answer, fakeServer, refusal } from '../testing/fake-server.ts'
import { noticeStore, notify } from '../ui/toast/notify.ts'
import { assignFailureTexts, createReadFailures } from './read-failures.ts'

// Creates an error that is not retried automatically, so that the test need not wait for retries.
const refuseTemporarily = () =>
  refusal(429, 'TOO_MANY_REQUESTS', 'Too many attempts. Wait a moment, then try again.')
const answerZones = () => answer({ zones: [] })

function createNamedClient() {
  const client = createQueryClient(createReadFailures())
  assignFailureTexts(client)
  return client
}
const observeZones = () =>
  new QueryObserver(createNamedClient(), { ...orpc.zones.mine.queryOptions(), enabled: false })
const findNotice = async () => {
  // Waits until the page has rendered the failure.
  await new Promise(done => setTimeout(done, 150))
  const title = noticeStore.get()?.title
  notify.dismiss()
  return title
}

it('reports a failed read once per outage', async () => {
  const responders = [refuseTemporarily, refuseTemporarily, answerZones, refuseTemporarily]
  fakeServer({ 'zones/mine': () => responders.shift()?.() ?? answerZones() })
  const observer = observeZones()
  const messages: unknown[] = []
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await observer.refetch()
    messages.push(await findNotice())
  }
  expect(messages).toEqual(['Failed to load zones', undefined, undefined, 'Failed to load zones'])
})

it('a refusal with its own screen shows no toast', async () => {
  fakeServer({ 'zones/mine': () => refusal(403, 'FORBIDDEN', 'You don’t have permission to do this.') })
  expect((await observeZones().refetch()).isError).toBe(true)
  expect(await findNotice()).toBeUndefined()
})

it('failures without a specified message show only in their own place on the page', async () => {
  fakeServer({ 'auth/devices': refuseTemporarily, 'security/dashboard': refuseTemporarily })
  for (const { queryKey, queryFn } of [
    orpc.auth.devices.queryOptions({ input: {} }),
    orpc.security.dashboard.queryOptions(),
  ] as const)
    await expect(
      createNamedClient().fetchQuery({ queryKey: [...queryKey], queryFn: queryFn as never }),
    ).rejects.toThrow()
  expect(await findNotice()).toBeUndefined()
})

const expectedNotice = { title: 'Failed to load zones', read: 'not' }
it.each([
  ['in sight', 10, {}, undefined],
  ['scrolled away', 5_000, {}, expectedNotice],
  ['not displayed', 0, { display: 'none' }, expectedNotice],
  ['invisible', 10, { visibility: 'hidden' }, expectedNotice],
  ['not displayed in an older browser', 0, { display: 'none' }, expectedNotice],
] as const)(
  'shows a toast only where the message on the page is out of sight: %s',
  async (name, top, style, expected) => {
    fakeServer({ 'zones/mine': refuseTemporarily })
    const alertBox = document.createElement('div')
    alertBox.setAttribute('role', 'alert')
    // A different text for the same read, as on My Zones.
    alertBox.textContent = 'Failed to load your assigned zones Retry'
    const hasBox = !('display' in style)
    alertBox.getBoundingClientRect = () => (hasBox ? new DOMRect(0, top, 300, 100) : new DOMRect())
    Object.assign(alertBox.style, style)
    if (name.endsWith('older browser')) Object.assign(alertBox, { checkVisibility: undefined })
    document.body.append(alertBox)
    await observeZones().refetch()
    await new Promise(done => setTimeout(done, 150))
    alertBox.remove()
    if (expected) expect(noticeStore.get()).toMatchObject(expected)
    else expect(noticeStore.get()).toBeNull()
  },
)
