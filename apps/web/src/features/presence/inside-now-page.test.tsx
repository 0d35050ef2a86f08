import type { InsidePerson } from '@muster/contract/presence.ts'
import type { PresenceExport } from '@muster/contract/presence-exports.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { FakeSocket } from '../../live/fake-socket.ts'
import { answer, fakeServer, type Handlers, refusal } from '../../testing/fake-server.ts'
import { createInsideHandlers } from '../../testing/inside.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'
import { aMember, memberDetails } from '../users/testing/a-member.ts'

const zone = aZone({ myRole: 'zone_manager_ro', entryExpiresAt: '2036-01-01T00:00:00.000Z' })
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const aPerson = (index: number, name: string, seenMinutesAgo: number) => ({
  userId: `0192f0c0-0000-7000-8000-0000000002${String(index).padStart(2, '0')}`,
  name,
  role: 'app_user' as const,
  since: minutesAgo(90),
  lastSeen: minutesAgo(seenMinutesAgo),
  accuracyMeters: 5,
  mock: false,
})
const insidePeople = [aPerson(1, 'Ana Ruiz', 2), aPerson(2, 'Bo Lind', 45), aPerson(3, 'Ana Novak', 1)]
const outsidePerson = aPerson(4, 'Cy Dow', 3)
const toPosition = ({ userId, name, lastSeen }: ReturnType<typeof aPerson>, index: number) => ({
  userId,
  name,
  inside: userId !== outsidePerson.userId,
  lat: 28.6 + index / 1_000,
  lng: 77.2,
  accuracyMeters: 5,
  mock: name === 'Ana Novak',
  at: lastSeen,
})

async function openPage(
  people: readonly InsidePerson[] = insidePeople,
  extraHandlers: Handlers = {},
  path = '/inside-now',
) {
  const calls = fakeServer({
    ...createServerHandlers('zone_manager_ro', [zone]),
    // Small pages, so that pagination starts early.
    ...createInsideHandlers({ zoneId: zone.id, maxCapacity: null }, people, 20),
    'users/detail': ({ userId }) =>
      answer({
        person: aMember({ userId }),
        member: memberDetails({ phone: userId === insidePeople[2]?.userId ? '+91 11 4000-5500' : null }),
      }),
    'presence/positions': () => answer({ people: [...insidePeople, outsidePerson].map(toPosition) }),
    ...extraHandlers,
  })
  signIn()
  const app = renderPage(path)
  await screen.findByTestId('inside-count')
  return { app, calls }
}
const listNames = (list: string | RegExp) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map(row => row.querySelector('[dir="auto"]')?.textContent)

it('shows recently seen people and the others separately, with their numbers', async () => {
  await openPage()
  await waitFor(() => expect(screen.getByTestId('inside-count').textContent).toBe('3'))
  expect(await screen.findByText('on site: 2 by phone and 1 not seen')).toBeTruthy()
  expect(listNames('Currently Inside')).toEqual(['Ana Ruiz', 'Ana Novak'])
})

it('shows people inside, not seen and recently left in tabs with their numbers, and keeps the tab in the URL', async () => {
  const user = userEvent.setup()
  const { userId, name, role } = outsidePerson
  const { app } = await openPage(insidePeople, {
    'presence/left': () =>
      answer({ rows: [{ userId, name, role, at: minutesAgo(12) }], next: null, total: 1 }),
  })
  const tabs = within(screen.getByRole('radiogroup', { name: 'Show' }))
  await waitFor(() =>
    expect(tabs.getAllByText(/\d/).map(it => it.closest('label')?.textContent)).toEqual([
      'Inside2',
      'Not seen1',
      'Recently left1',
    ]),
  )
  await user.click(tabs.getByRole('radio', { name: /^Not seen/ }))
  expect(listNames(/^Not seen for 30 minutes/)).toEqual(['Bo Lind'])
  expect(screen.queryByRole('list', { name: 'Currently Inside' })).toBeNull()
  await user.click(tabs.getByRole('radio', { name: /^Recently left/ }))
  expect(listNames('Recently Left')).toEqual(['Cy Dow'])
  expect(app.path()).toBe('/inside-now?tab=left')
})

it('shows that nobody was seen recently, not that nobody is inside, and lists the people not seen', async () => {
  const user = userEvent.setup()
  await openPage([aPerson(2, 'Bo Lind', 45)])
  expect(await screen.findByText('Nobody inside was seen recently.')).toBeTruthy()
  expect(screen.queryByText('Nobody is inside right now.')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show people not seen' }))
  expect(listNames(/^Not seen for 30 minutes/)).toEqual(['Bo Lind'])
})

it('shows a placeholder while the number of people inside is ahead of the list', async () => {
  await openPage([], {
    'presence/panel': () =>
      answer({
        ...{ zoneId: zone.id, maxCapacity: null, inside: 1, parts: { byPhone: 1, byBadge: 0, visitors: 0 } },
        ...{ unseen: 0, unseenByBadge: 0, recentlyLeft: [], history: [] },
      }),
  })
  const section = await screen.findByRole('region', { name: 'Currently Inside' })
  expect(within(section).getByRole('status')).toBeTruthy()
  expect(screen.queryByText('Nobody is inside right now.')).toBeNull()
})

it('shows that nobody is inside, not that everyone inside was seen', async () => {
  await openPage([], {}, '/inside-now?tab=unseen')
  expect(await screen.findByText('Nobody is inside right now.')).toBeTruthy()
})

it('marks possibly mocked positions in the list and on the map, and counts them', async () => {
  const user = userEvent.setup()
  await openPage([...insidePeople, { ...outsidePerson, mock: true }])
  await waitFor(() => expect(screen.getByTestId('inside-count').textContent).toBe('4'))
  const row = (await screen.findByText('Cy Dow')).closest('li') as HTMLElement
  expect(within(row).getByText('Position may be fake')).toBeTruthy()
  expect(screen.getAllByText('Position may be fake')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Show map' }))
  const map = await screen.findByRole('region', { name: 'Live map of North yard' })
  await waitFor(() =>
    expect([...map.querySelectorAll('title')].map(it => it.textContent)).toContain(
      'Ana Novak, position may be fake',
    ),
  )
  await user.hover(screen.getAllByText('Ana Novak')[0]?.closest('li') as HTMLElement)
  expect(within(map).getByText('Position may be fake')).toBeTruthy()
})

it('finds a person by name without changing the count, and dials the phone number from the server', async () => {
  const user = userEvent.setup()
  const { app } = await openPage()
  await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'nov ana')
  await waitFor(() => expect(listNames('Currently Inside')).toEqual(['Ana Novak']))
  await waitFor(() => expect(screen.getByTestId('inside-count').textContent).toBe('3'))
  const openWindow = vi.spyOn(window, 'open').mockReturnValue(null)
  await user.click(screen.getByRole('button', { name: 'Call Ana Novak' }))
  await waitFor(() => expect(openWindow).toHaveBeenCalledExactlyOnceWith('tel:+911140005500', '_self'))
  await user.clear(screen.getByRole('searchbox', { name: 'Search by name' }))
  // A search finds people of every tab.
  await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'bo')
  await user.click(await screen.findByRole('button', { name: 'Call Bo Lind' }))
  expect(listNames('Not seen for 30 minutes')).toEqual(['Bo Lind'])
  await user.click(await screen.findByRole('button', { name: 'Show details' }))
  expect(await screen.findByRole('region', { name: 'Bo Lind' })).toBeTruthy()
  expect(app.path()).toContain(`user=${insidePeople[1]?.userId}`)
  expect(openWindow).toHaveBeenCalledTimes(1)
})

it('a row opens the same details as App Users, Back closes them, and non-members have no details', async () => {
  const user = userEvent.setup()
  const admin = { ...outsidePerson, role: 'admin' as const, lastSeen: minutesAgo(40) }
  const { app } = await openPage([...insidePeople, admin], {}, '/inside-now?tab=unseen')
  await user.click(await screen.findByRole('button', { name: 'Details for Bo Lind' }))
  expect(listNames(/^Not seen for 30 minutes/)).toContain('Cy Dow')
  const drawer = within(await screen.findByRole('region', { name: 'Bo Lind' }))
  expect(await drawer.findByText('Last check-in')).toBeTruthy()
  // A read-only manager cannot change anything.
  expect(drawer.queryByRole('button', { name: 'Unlink from Zone' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Details for Cy Dow' })).toBeNull()
  app.router.history.back()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Bo Lind' })).toBeNull())
  expect(app.path()).toBe('/inside-now?tab=unseen')
})

it('details that cannot be loaded show an error', async () => {
  await openPage(insidePeople, {
    'users/detail': () => refusal(429, 'TOO_MANY_REQUESTS', 'Too many attempts.'),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Details for Ana Ruiz' }))
  const drawer = within(await screen.findByRole('region', { name: 'User' }))
  expect(await drawer.findByText('Failed to load user information')).toBeTruthy()
})

it('prints the server’s PDF of everybody, regardless of the search, and says that it waits', async () => {
  const user = userEvent.setup()
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:roll')
  const open = vi.spyOn(window, 'open').mockReturnValue(window)
  await openPage()
  const originalFetch = globalThis.fetch
  const requests: unknown[] = []
  let release: () => void = () => undefined
  vi.stubGlobal('fetch', async (request: Request) => {
    if (!request.url.endsWith('/download/presence')) return originalFetch(request)
    requests.push(await request.json())
    await new Promise<void>(resolve => (release = resolve))
    return new Response('%PDF', { headers: { 'content-type': 'application/pdf' } })
  })
  await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'nov')
  await user.click(screen.getByRole('button', { name: 'Print' }))
  expect(await screen.findByRole('button', { name: 'Preparing…' })).toBeTruthy()
  await waitFor(() => expect(requests).toEqual([{ kind: 'inside', zoneId: zone.id, format: 'pdf' }]))
  expect(open).not.toHaveBeenCalled()
  release()
  await waitFor(() => expect(open).toHaveBeenCalledWith('blob:roll', '_blank'))
  expect(await screen.findByRole('button', { name: 'Print' })).toBeTruthy()
})

it('prints the people on the screen without a connection', async () => {
  const user = userEvent.setup()
  const print = vi.fn()
  vi.stubGlobal('print', print)
  await openPage()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await user.click(screen.getByRole('button', { name: 'Print' }))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(screen.getByText(/^Printed .* Only people on the screen are listed/)).toBeTruthy()
})

it('exports the visits of the selected days and counts the rows; a cancelled export saves nothing', async () => {
  const user = userEvent.setup()
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => `blob:${files.push(blob as Blob)}`)
  let release: () => void = () => undefined
  const exportRequests: PresenceExport[] = []
  await openPage()
  const originalFetch = globalThis.fetch
  vi.stubGlobal('fetch', async (request: Request) => {
    if (!request.url.endsWith('/download/presence')) return originalFetch(request)
    exportRequests.push(await request.json())
    const pending = new Promise<void>(resolve => (release = resolve))
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        request.signal.addEventListener('abort', () => controller.error(request.signal.reason))
        controller.enqueue(new TextEncoder().encode('name\r\na\r\n'))
        await pending
        if (request.signal.aborted) return
        controller.enqueue(new TextEncoder().encode('b\r\n'))
        controller.close()
      },
    })
    return new Response(body, {
      headers: { 'muster-rows': '2', 'content-disposition': 'attachment; filename="visits.csv"' },
    })
  })
  await user.click(screen.getByRole('button', { name: 'Export' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Export North yard' }))
  await user.click(dialog.getByRole('radio', { name: 'Visits' }))
  await user.click(dialog.getByRole('button', { name: 'Export' }))
  expect(await dialog.findByText('1 of 2 rows')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Stop' }))
  expect(await dialog.findByRole('button', { name: 'Export' })).toBeTruthy()
  release()
  expect(files).toEqual([])

  await user.click(dialog.getByRole('button', { name: 'Export' }))
  expect(await dialog.findByText('1 of 2 rows')).toBeTruthy()
  release()
  expect(await screen.findByText('visits.csv: 2 visits to North yard.')).toBeTruthy()
  expect(await files[0]?.text()).toBe('name\r\na\r\nb\r\n')
  const { from = '', to = '', ...request } = exportRequests[0] ?? ({} as PresenceExport)
  expect(request).toEqual({ zoneId: zone.id, kind: 'visits', format: 'csv' })
  expect([new Date(from).getHours(), new Date(to).getHours()]).toEqual([0, 0])
  expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBeCloseTo(7, 0)
})

it('makes a PDF of people who are too many for a direct download as a file', async () => {
  const user = userEvent.setup()
  const requests: unknown[] = []
  await openPage(insidePeople, {
    'reportRuns/begin': input => {
      requests.push(input)
      return refusal(409, 'REPORTS_WAITING', 'Your other reports are still being prepared.')
    },
  })
  const originalFetch = globalThis.fetch
  vi.stubGlobal('fetch', async (request: Request) => {
    if (!request.url.endsWith('/download/presence')) return originalFetch(request)
    const error = { defined: true, code: 'PDF_TOO_LARGE', status: 422, message: 'This list is too long' }
    return new Response(JSON.stringify(error), { status: 422 })
  })
  await user.click(screen.getByRole('button', { name: 'Export' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Export North yard' }))
  await user.click(dialog.getByRole('radio', { name: 'PDF' }))
  await user.click(dialog.getByRole('button', { name: 'Export' }))
  expect(await dialog.findByText('Your other reports are still being prepared.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requests).toMatchObject([
    { kind: 'inside', zoneId: zone.id },
    { kind: 'inside', zoneId: zone.id },
  ])
})

it('shows positions beside the list on request, and links map and list', async () => {
  const user = userEvent.setup()
  const { calls } = await openPage(insidePeople, {}, '/inside-now?tab=unseen')
  // No positions are requested, and no view is logged, before somebody opens the map.
  expect(calls).not.toContain('presence/positions')
  await user.click(screen.getByRole('button', { name: 'Show map' }))
  const map = await screen.findByRole('region', { name: 'Live map of North yard' })
  // The map omits people who are not inside, like the list.
  await waitFor(() => expect(map.querySelectorAll('title')).toHaveLength(3))
  const row = screen.getByText('Bo Lind').closest('li') as HTMLElement
  await user.hover(row)
  expect(within(map).getByText('Bo Lind')).toBeTruthy()
  expect(row.dataset.pointed).toBe('true')
  await user.unhover(row)
  expect(within(map).queryByText('Bo Lind')).toBeNull()

  const mapTitle = [...map.querySelectorAll('title')].find(it => it.textContent === 'Bo Lind, not seen')
  const marker = mapTitle?.parentElement as Element
  await user.hover(marker)
  expect(row.dataset.pointed).toBe('true')
  await user.click(marker)
  await user.unhover(marker)
  // The person is selected, not just hovered: the selection stays, on the map and in the list.
  expect(within(map).getByText('Bo Lind')).toBeTruthy()
  expect(row.dataset.pointed).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Hide map' }))
  expect(screen.queryByRole('region', { name: 'Live map of North yard' })).toBeNull()
})

const aPersonByBadge = {
  company: '',
  phone: '',
  since: minutesAgo(50),
  reader: 'Gate 2',
  byPhone: false,
}

it('counts people by badge too, and once if they are also inside by phone', async () => {
  await openPage(insidePeople, {
    'badges/inside': () =>
      answer({
        rows: [
          { ...aPersonByBadge, number: '1', userId: null, name: 'Cem Kaya', company: 'Lift Ltd' },
          {
            ...aPersonByBadge,
            number: '2',
            userId: insidePeople[0]?.userId ?? '',
            name: 'Ana Ruiz',
            byPhone: true,
          },
          { ...aPersonByBadge, number: '4711', userId: null, name: null },
          { ...aPersonByBadge, number: '4', userId: null, name: 'Old Entry', since: minutesAgo(17 * 60) },
        ],
        next: null,
      }),
    'presence/panel': () =>
      answer({
        ...{ zoneId: zone.id, maxCapacity: null, inside: 6, unseen: 2, unseenByBadge: 1 },
        ...{ parts: { byPhone: 3, byBadge: 3, visitors: 0 }, recentlyLeft: [], history: [] },
      }),
  })
  const badges = within(await screen.findByRole('list', { name: 'By badge' })).getAllByRole('listitem')
  expect(badges.map(row => row.textContent)).toEqual([
    expect.stringMatching(/Cem Kaya.*By badge.*Gate 2 · since.*Lift Ltd/),
    expect.stringMatching(/Badge 4711 \(unknown\).*By badge/),
  ])
  expect(screen.getByText('Also by badge')).toBeTruthy()
  await waitFor(() => expect(screen.getByTestId('inside-count').textContent).toBe('6'))
  expect(screen.getByText(/on site: 2 by phone, 1 not seen, and 3 by badge/)).toBeTruthy()
  expect(screen.getByRole('radio', { name: /^Not seen\s*2$/ })).toBeTruthy()
})

it('reports that people inside by badge could not be loaded', async () => {
  await openPage(insidePeople, { 'badges/inside': () => refusal(500, 'SERVICE_UNAVAILABLE', 'down') })
  expect(await screen.findByText('Failed to load who is inside by badge')).toBeTruthy()
})

it('warns that badges and visitors may be out of date when they cannot be reloaded', async () => {
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.instances.length = 0
  let isDown = false
  const answerUnlessDown =
    <Output,>(json: Output) =>
    () =>
      isDown ? refusal(429, 'TOO_MANY_REQUESTS', 'Too many') : answer(json)
  await openPage(insidePeople, {
    'badges/inside': answerUnlessDown({
      rows: [{ ...aPersonByBadge, number: '1', userId: null, name: 'Cem Kaya' }],
      next: null,
    }),
    'visitors/counts': answerUnlessDown({ inside: 0, expected: 0, past: 0 }),
  })
  await screen.findByRole('list', { name: 'By badge' })
  const topic = `zone:${zone.id}`
  act(() => FakeSocket.last.letIn({ cursor: '11', topics: [topic] }))
  isDown = true
  for (const [cursor, kind] of [
    ['12', 'badge.changed'],
    ['13', 'visitors.changed'],
  ])
    act(() =>
      FakeSocket.last.receive({
        type: 'event',
        cursor,
        topic,
        event: { kind, zoneId: zone.id, ...(kind === 'visitors.changed' && { hostId: null }) },
      }),
    )
  const readAlerts = () => screen.getAllByRole('alert').map(it => it.textContent)
  await waitFor(() =>
    expect(readAlerts()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/Failed to load visitors/),
        expect.stringMatching(/Failed to load who is inside by badge.*is from/),
      ]),
    ),
  )
  expect(screen.getByRole('list', { name: 'By badge' })).toBeTruthy()
})
