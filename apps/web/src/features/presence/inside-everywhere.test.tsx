import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answer, fakeServer, type Handlers, refusal } from '../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'

const yard = aZone({ name: 'North yard' })
const aRow = (index: number, name: string, inside: number, extraFields = {}) => ({
  zoneId: `0192f0c0-0000-7000-8000-0000000009${String(index).padStart(2, '0')}`,
  name,
  status: 'active' as const,
  maxCapacity: null,
  inside,
  parts: { byPhone: inside, byBadge: 0, visitors: 0 },
  unseen: 0,
  ...extraFields,
})
const hall = aRow(1, 'Full hall', 62, {
  maxCapacity: 50,
  parts: { byPhone: 40, byBadge: 20, visitors: 2 },
})
const dock = aRow(2, 'Stale dock', 7, { unseen: 3 })

function openPage(extraHandlers: Handlers = {}) {
  const calls = fakeServer({
    ...createServerHandlers('super_admin', [yard]),
    'presence/insideCounts': () =>
      answer({
        ...{ people: 69, parts: { byPhone: 47, byBadge: 20, visitors: 2 }, unseen: 3 },
        ...{ zones: 2, zonesOverCapacity: 1, zonesWithUnseen: 1 },
      }),
    'presence/insideZones': ({ only, search }) =>
      answer({
        rows: [hall, dock].filter(
          zone => (only !== 'over' || zone === hall) && (!search || zone.name.toLowerCase().includes(search)),
        ),
        next: null,
      }),
    ...extraHandlers,
  })
  signIn()
  return { app: renderPage('/inside-now'), calls }
}
const listZoneNames = () =>
  screen.getAllByRole('link').flatMap(link => link.querySelector('[dir="auto"]')?.textContent ?? [])

it('shows an administrator everybody inside all zones, and each zone with its problems', async () => {
  openPage()
  expect((await screen.findByTestId('inside-everywhere')).textContent).toBe('69')
  expect(screen.getByText('on site: 47 by phone, 2 visitors, and 20 by badge · in 2 zones')).toBeTruthy()
  const fullRow = (await screen.findByText('Full hall')).closest('a') as HTMLElement
  expect(within(fullRow).getByText('12 over capacity')).toBeTruthy()
  expect(within(fullRow).getByText('2 visitors and 20 by badge')).toBeTruthy()
  const staleRow = screen.getByText('Stale dock').closest('a') as HTMLElement
  expect(within(staleRow).getByText('4 inside, 3 not seen for 30 minutes')).toBeTruthy()
})

it('filters by its figures and by text, both stored in the URL', async () => {
  const user = userEvent.setup()
  const { app } = openPage()
  await screen.findByText('Stale dock')
  await user.click(screen.getByRole('button', { name: /Over capacity/ }))
  await waitFor(() => expect(screen.queryByText('Stale dock')).toBeNull())
  expect(listZoneNames()).toContain('Full hall')
  expect(app.router.state.location.search).toMatchObject({ only: 'over' })
  await user.click(screen.getByRole('button', { name: /Over capacity/ }))
  await user.type(screen.getByRole('searchbox', { name: 'Search zones' }), 'nowhere')
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText('Stale dock')).toBeTruthy()
})

it('distinguishes nobody inside from a failure', async () => {
  openPage({
    'presence/insideCounts': () => refusal(500, 'SERVICE_UNAVAILABLE', 'Not now'),
    'presence/insideZones': () => refusal(500, 'SERVICE_UNAVAILABLE', 'Not now'),
  })
  expect(await screen.findByText('Failed to load the people inside', {}, { timeout: 20_000 })).toBeTruthy()
  expect(screen.queryByText('Nobody is inside right now.')).toBeNull()
})
