import type { InsidePerson, PresencePanel as Panel } from '@muster/contract/presence.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { liveHandlers } from '../../app/live-handlers.ts'
import { connectionStore } from '../../lib/connection-store.ts'
import { createCacheFeeder } from '../../live/cache-feeder.ts'
import {
  answer,
  failNetwork,
  fakeServer,
  type Handlers,
  type Reply,
  refusal,
} from '../../testing/fake-server.ts'
import { createInsideHandlers } from '../../testing/inside.ts'
import { aZone } from '../../testing/people.ts'
import { aPresenceChange } from '../../testing/presence-events.ts'
import { renderWithRouter } from '../../testing/render.tsx'
import { LiveRegion } from '../../ui/live/live-region.tsx'
import { LiveScope } from '../../ui/live/live-scope.tsx'
import { InsideSummary } from './inside-summary.tsx'
import { PresencePanel } from './presence-panel.tsx'

const zone = aZone()
const me = '0192f0c0-0000-7000-8000-000000000001'
const anaId = '0192f0c0-0000-7000-8000-000000000002'
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const emptyPanel: Panel = {
  zoneId: zone.id,
  maxCapacity: 50,
  inside: 0,
  parts: { byPhone: 0, byBadge: 0, visitors: 0 },
  unseen: 0,
  unseenByBadge: 0,
  recentlyLeft: [],
  history: [],
}
const byPhone = (people: number) => ({
  inside: people,
  parts: { byPhone: people, byBadge: 0, visitors: 0 },
})
const createOccupancyEvent = (people: number) => ({
  kind: 'zone.occupancy' as const,
  zoneId: zone.id,
  currentOccupancy: people,
  parts: byPhone(people).parts,
})
const anaInside = {
  userId: anaId,
  name: 'Ana Ruiz',
  role: 'app_user' as const,
  since: minutesAgo(30),
  lastSeen: minutesAgo(2),
  accuracyMeters: 8,
  mock: false,
}

function renderPanel(
  reply: () => Reply<'presence/panel'>,
  people: readonly InsidePerson[] = [],
  extraHandlers: Handlers = {},
  panel = <PresencePanel zone={zone} />,
) {
  const calls = fakeServer({
    ...createInsideHandlers(emptyPanel, people),
    'presence/panel': reply,
    ...extraHandlers,
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  renderWithRouter(
    <QueryClientProvider client={client}>
      <LiveScope>{panel}</LiveScope>
      <LiveRegion />
    </QueryClientProvider>,
  )
  return { calls, feeder: createCacheFeeder(client, liveHandlers, me) }
}

it('lists people not seen for half an hour separately, and marks a poor accuracy', async () => {
  const ben = { ...anaInside, userId: me, name: 'Ben Ode', lastSeen: minutesAgo(31), accuracyMeters: 300 }
  renderPanel(() => answer({ ...emptyPanel, ...byPhone(2) }), [ben, anaInside])
  const freshList = within(await screen.findByRole('list', { name: 'Currently Inside' }))
  expect(freshList.getAllByRole('listitem')).toHaveLength(1)
  expect(freshList.getByText('Ana Ruiz')).toBeTruthy()
  const staleList = within(screen.getByRole('list', { name: 'Not seen for 30 minutes: 1' }))
  expect(staleList.getByText('Ben Ode')).toBeTruthy()
  expect(staleList.getByText('±300 m poor').parentElement?.querySelector('svg')).toBeTruthy()
  await waitFor(() => expect(screen.getByTestId('inside-count').textContent).toBe('2'))
  expect(screen.getByText(/^on site: 1 by phone and 1 not seen/)).toBeTruthy()
  expect(staleList.getByText(/^Not seen/).textContent).toMatch(/^Not seen since .*\d\d:\d\d/)
})

it('shows only people not seen on the dashboard, if there are any, because somebody should look for them', async () => {
  const ben = { ...anaInside, userId: me, name: 'Ben Ode', lastSeen: minutesAgo(31) }
  const panel = () => answer({ ...emptyPanel, ...byPhone(2), unseen: 1 })
  renderPanel(panel, [ben, anaInside], {}, <InsideSummary zone={zone} />)
  const list = await screen.findByRole('list', { name: 'Not seen for 30 minutes: 1' })
  expect(within(list).getByText('Ben Ode')).toBeTruthy()
  expect(screen.queryByText('Ana Ruiz')).toBeNull()
  cleanup()
  renderPanel(() => answer({ ...emptyPanel, ...byPhone(1) }), [anaInside], {}, <InsideSummary zone={zone} />)
  expect(await screen.findByText('Ana Ruiz')).toBeTruthy()
})

it('an open visit in the history ends at the last reading, once the person is no longer seen', async () => {
  const entry = {
    userId: anaId,
    userName: 'Ana Ruiz',
    role: 'app_user',
    source: 'device',
    mock: false,
  } as const
  const openEntry = { ...entry, entryTime: minutesAgo(90), exitTime: null, durationMinutes: null }
  renderPanel(() =>
    answer({
      ...emptyPanel,
      history: [
        { ...openEntry, id: zone.id, lastSeen: minutesAgo(31) },
        { ...openEntry, id: me, lastSeen: minutesAgo(29) },
      ],
    }),
  )
  const history = within(await screen.findByRole('list', { name: 'Recent Activity History' }))
  const [unseenItem, seenItem] = history.getAllByRole('listitem')
  expect(unseenItem?.textContent).toMatch(/Not seen since .*\d\d:\d\d/)
  expect(unseenItem?.textContent).not.toContain('In Progress')
  expect(seenItem?.textContent).toContain('In Progress')
})

it('warns when more people are inside than the zone’s capacity, and only then', async () => {
  renderPanel(() => answer({ ...emptyPanel, ...byPhone(52) }), [anaInside])
  expect(await screen.findByText('2 over capacity')).toBeTruthy()
  cleanup()
  renderPanel(() => answer({ ...emptyPanel, ...byPhone(50) }), [anaInside])
  expect(await screen.findByText(/room for 50/)).toBeTruthy()
  expect(screen.queryByText(/over capacity/)).toBeNull()
})

it('shows who is inside, who left and the last visits', async () => {
  renderPanel(
    () =>
      answer({
        ...emptyPanel,
        ...byPhone(1),
        recentlyLeft: [{ userId: me, name: 'Bo Lind', role: 'zone_manager_rw', at: minutesAgo(5) }],
        history: [
          {
            id: zone.id,
            userId: me,
            userName: 'Bo Lind',
            role: 'zone_manager_rw',
            entryTime: minutesAgo(130),
            exitTime: minutesAgo(5),
            lastSeen: null,
            durationMinutes: 125,
            source: 'manual',
            mock: true,
          },
          {
            id: me,
            userId: anaId,
            userName: 'Ana Ruiz',
            role: 'app_user',
            entryTime: minutesAgo(30),
            exitTime: null,
            lastSeen: minutesAgo(1),
            durationMinutes: null,
            source: 'manual',
            mock: false,
          },
        ],
      }),
    [anaInside],
  )
  const insideSection = await screen.findByRole('region', { name: 'Currently Inside' })
  await waitFor(() => expect(within(insideSection).getByTestId('inside-count').textContent).toBe('1'))
  expect(await within(insideSection).findByText('Ana Ruiz')).toBeTruthy()
  expect(within(insideSection).getByText(/Since/)).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Recently Left' })).getByText('Bo Lind')).toBeTruthy()
  const history = within(screen.getByRole('region', { name: 'Recent Activity History' }))
  expect(history.getByText('2 h 5 min')).toBeTruthy()
  expect(history.getByText('In Progress')).toBeTruthy()
  const mockFlags = history.getAllByRole('listitem').map(row => row.textContent?.includes('may be fake'))
  expect(mockFlags).toEqual([true, false])
})

it('distinguishes nobody inside from a failure to load', async () => {
  renderPanel(() => answer(emptyPanel))
  expect(await screen.findByText('Nobody is inside right now.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('does not claim that nobody is inside while there are visitors', async () => {
  const parts = { byPhone: 0, byBadge: 0, visitors: 14 }
  renderPanel(() => answer({ ...emptyPanel, inside: 14, parts }))
  expect(await screen.findByText(/^on site: 14 visitors/)).toBeTruthy()
  expect(screen.queryByText('Nobody is inside right now.')).toBeNull()
})

it('reports that the people by badge could not be listed, and their number', async () => {
  const parts = { byPhone: 0, byBadge: 3, visitors: 0 }
  renderPanel(() => answer({ ...emptyPanel, inside: 3, parts }), [], { 'badges/inside': failNetwork })
  expect(await screen.findByText('Failed to load who is inside by badge')).toBeTruthy()
  expect(screen.getByText(/^on site: 3 by badge/)).toBeTruthy()
  expect(screen.queryByText('Nobody is inside right now.')).toBeNull()
})

it('the panel claims that nobody is inside only while live', async () => {
  renderPanel(() => answer(emptyPanel))
  await screen.findByText('Nobody is inside right now.')
  act(() => connectionStore.set('offline'))
  expect(await screen.findByText('Nobody was inside then.')).toBeTruthy()
  expect(screen.queryByText(/right now/)).toBeNull()
})

it('a failure to load is shown with Retry instead of zero', async () => {
  let serverFails = true
  renderPanel(() => (serverFails ? failNetwork() : answer({ ...emptyPanel, ...byPhone(1) })), [anaInside])
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('Failed to load presence tracking data')).toBeTruthy()
  expect(screen.queryByTestId('inside-count')).toBeNull()
  expect(screen.queryByText('Nobody is inside right now.')).toBeNull()
  serverFails = false
  within(alert).getByRole('button', { name: 'Retry' }).click()
  expect(await screen.findByText('Ana Ruiz')).toBeTruthy()
})

it('follows the feed: entries are tinted and announced, and exits move to the list below', async () => {
  let requestCount = 0
  const { feeder } = renderPanel(() => {
    requestCount++
    return answer(emptyPanel)
  })
  await screen.findByText('Nobody is inside right now.')
  const enteredEvent = aPresenceChange({
    zoneId: zone.id,
    userId: anaId,
    name: 'Ana Ruiz',
    at: anaInside.lastSeen,
    entryTime: anaInside.lastSeen,
    visitId: zone.id,
  })
  act(() => {
    feeder.event(enteredEvent)
    feeder.event(createOccupancyEvent(1))
  })
  const insideSection = within(screen.getByRole('region', { name: 'Currently Inside' }))
  const row = (await insideSection.findByText('Ana Ruiz')).closest('li')
  await waitFor(() => expect(row?.dataset.changed).toBe('true'))
  await waitFor(() =>
    expect(screen.getByTestId('live-region').textContent).toBe('Ana Ruiz entered North yard'),
  )
  act(() => {
    feeder.event({ ...enteredEvent, change: 'left', at: minutesAgo(0), durationMinutes: 30, visitId: null })
    feeder.event(createOccupancyEvent(0))
  })
  await waitFor(() => expect(screen.getByTestId('inside-count').textContent).toBe('0'))
  expect(within(screen.getByRole('region', { name: 'Recently Left' })).getByText('Ana Ruiz')).toBeTruthy()
  expect(requestCount).toBe(1)
  feeder.stop()
})

it('late readings refetch visits and the time since which a person is inside', async () => {
  let hasLateReadings = false
  const visitor = { userId: anaId, userName: 'Ana Ruiz', role: 'app_user' as const }
  const visit = { ...visitor, source: 'device' as const, mock: false }
  const getSince = () => (hasLateReadings ? minutesAgo(50) : anaInside.since)
  const earlierVisit = {
    ...visit,
    id: 'v1',
    entryTime: minutesAgo(200),
    exitTime: minutesAgo(135),
    lastSeen: null,
    durationMinutes: 65,
  }
  const listHistory = () => [
    {
      ...visit,
      id: 'v2',
      entryTime: getSince(),
      exitTime: null,
      lastSeen: minutesAgo(1),
      durationMinutes: null,
    },
    ...(hasLateReadings ? [earlierVisit] : []),
  ]
  const { feeder } = renderPanel(() => answer({ ...emptyPanel, ...byPhone(1), history: listHistory() }), [], {
    'presence/inside': ({ seen }) =>
      answer({ rows: seen === 'lately' ? [{ ...anaInside, since: getSince() }] : [], next: null }),
  })
  const insideSection = within(await screen.findByRole('region', { name: 'Currently Inside' }))
  const readShownSince = () => insideSection.getByText(/^Since/).querySelector('time')?.dateTime
  await insideSection.findByText('Ana Ruiz')
  expect(readShownSince()).toBe(anaInside.since)
  const visits = within(screen.getByRole('region', { name: 'Recent Activity History' }))
  expect(visits.queryByText('1 h 5 min')).toBeNull()
  hasLateReadings = true
  act(() =>
    feeder.event({ kind: 'presence.amended', zoneId: zone.id, userId: anaId, insideSince: getSince() }),
  )
  expect(await visits.findByText('1 h 5 min')).toBeTruthy()
  await waitFor(() => expect(readShownSince()).not.toBe(anaInside.since))
  await waitFor(() => expect(screen.getByTestId('inside-count').textContent).toBe('1'))
  feeder.stop()
})

it('loads the first hundred people, shows how many remain, and loads more on demand; the count covers the whole zone', async () => {
  const people = Array.from({ length: 250 }, (_, n) => ({ ...anaInside, userId: `user-${n}`, name: `P${n}` }))
  const { feeder } = renderPanel(() => answer({ ...emptyPanel, ...byPhone(250) }), people)
  const region = within(await screen.findByRole('region', { name: 'Currently Inside' }))
  const countRows = () => document.querySelectorAll('section:first-of-type li').length
  await region.findByText('And 150 more.')
  await waitFor(() => expect(region.getByTestId('inside-count').textContent).toBe('250'))
  expect(countRows()).toBe(100)
  act(() => region.getByRole('button', { name: 'Load more' }).click())
  await region.findByText('And 50 more.')
  expect(countRows()).toBe(200)
  // When a person further down leaves, only the count changes.
  act(() => {
    feeder.event(
      aPresenceChange({
        zoneId: zone.id,
        userId: 'user-249',
        change: 'left',
        at: minutesAgo(0),
        visitId: null,
      }),
    )
    feeder.event(createOccupancyEvent(249))
  })
  await region.findByText('And 49 more.')
  await waitFor(() => expect(region.getByTestId('inside-count').textContent).toBe('249'))
  act(() => region.getByRole('button', { name: 'Load more' }).click())
  await region.findByText('End of the list')
  expect(region.queryByRole('button')).toBeNull()
  feeder.stop()
})

it('loads the rest automatically once all loaded people have left', async () => {
  const people = Array.from({ length: 130 }, (_, n) => ({ ...anaInside, userId: `user-${n}`, name: `P${n}` }))
  const { feeder } = renderPanel(() => answer({ ...emptyPanel, ...byPhone(130) }), people)
  await screen.findByText('P99')
  const [firstPeople, at] = [people.slice(0, 100), minutesAgo(0)]
  act(() => {
    for (const { userId, name } of firstPeople)
      feeder.event(aPresenceChange({ zoneId: zone.id, userId, name, change: 'left', at, visitId: null }))
    feeder.event(createOccupancyEvent(30))
  })
  await waitFor(() => expect(screen.queryByText('P50')).toBeNull())
  expect(await screen.findByText('P129')).toBeTruthy()
  feeder.stop()
})

it('fades with age while the feed is down', async () => {
  renderPanel(() => answer({ ...emptyPanel, ...byPhone(1) }), [anaInside])
  await screen.findByText('Ana Ruiz')
  act(() => connectionStore.set('offline'))
  expect(await screen.findByText(/Not live\. This data is from/)).toBeTruthy()
  expect(screen.getByText('Ana Ruiz').closest('[data-stale]')).not.toBeNull()
  act(() => connectionStore.set('live'))
  await waitFor(() => expect(screen.queryByText(/Not live/)).toBeNull())
})

it('requires the PIN if the zone was not entered, then loads', async () => {
  let hasEntered = false
  renderPanel(
    () =>
      hasEntered
        ? answer(emptyPanel)
        : refusal(403, 'ZONE_ENTRY_REQUIRED', 'Enter the zone with your PIN first.'),
    [],
    {
      'zones/enter': () => {
        hasEntered = true
        return answer({ entryExpiresAt: null })
      },
    },
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Enter Zone' }))
  await user.click(await screen.findByLabelText('Zone entry PIN, digit 1 of 4'))
  await user.keyboard('2468{Enter}')
  expect(await screen.findByText('Nobody is inside right now.')).toBeTruthy()
})
