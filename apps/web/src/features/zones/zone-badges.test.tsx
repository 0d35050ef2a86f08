import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer, fakeServer, type Handlers, refusal } from '../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'

const zone = aZone({
  entryExpiresAt: '2036-01-01T00:00:00.000Z',
  currentOccupancy: 2,
  unseenOccupancy: 0,
  maxCapacity: 4,
})

async function readCard(zoneCounts: Handlers['badges/zoneCounts']) {
  fakeServer({
    ...createServerHandlers('zone_manager_rw', [zone]),
    'presence/mine': () => answer({ zones: [] }),
    'badges/zoneCounts': zoneCounts,
  })
  signIn()
  renderPage('/my-zones')
  return await screen.findByRole('article', { name: zone.name })
}

it('a zone counts people by badge as inside, says how many they are, and leaves them no room', async () => {
  const card = await readCard(() => answer({ zones: [{ zoneId: zone.id, people: 3, unseen: 0 }] }))
  await waitFor(() => expect(card.textContent).toContain('5\u00a0/\u00a04 inside · 3 by badge'))
  expect(card.textContent).toContain('1 over capacity')
  expect(card.textContent).not.toContain('available')
})

it('a list of zones says once if people by badge could not be read', async () => {
  const card = await readCard(() => refusal(429, 'TOO_MANY_REQUESTS', 'Too many'))
  await screen.findByText(/^Failed to load who is inside by badge/, {}, { timeout: 20_000 })
  expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined()
  expect(card.textContent).toContain('2\u00a0/\u00a04 inside')
  expect(card.textContent).not.toContain('badges not up to date')
}, 30_000)
