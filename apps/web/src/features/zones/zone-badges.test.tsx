import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer, fakeServer } from '../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'

const zone = aZone({
  entryExpiresAt: '2036-01-01T00:00:00.000Z',
  currentOccupancy: 6,
  parts: { byPhone: 2, byBadge: 3, visitors: 1 },
  unseenOccupancy: 0,
  maxCapacity: 4,
})

it('a zone counts everybody inside, says who is not there by phone, and has no room left', async () => {
  fakeServer({
    ...createServerHandlers('zone_manager_rw', [zone]),
    'presence/mine': () => answer({ zones: [] }),
  })
  signIn()
  renderPage('/my-zones')
  const card = await screen.findByRole('article', { name: zone.name })
  expect(card.textContent).toContain('6\u00a0/\u00a04 inside · 3 by badge · 1 visitor')
  expect(card.textContent).toContain('2 over capacity')
  expect(card.textContent).not.toContain('available')
})
