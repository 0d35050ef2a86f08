import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createQueryClient } from '../../lib/query-client.ts'
import { answer, fakeServer } from '../../testing/fake-server.ts'
import { renderUi } from '../../testing/render.tsx'
import { LiveMap } from './live-map.tsx'

const zone = {
  id: '0192f0c0-0000-7000-8000-000000000101',
  name: 'North yard',
  shape: {
    boundary: 'rectangle' as const,
    start: { lat: 28.6, lng: 77.2 },
    end: { lat: 28.61, lng: 77.21 },
  },
}
const people = Array.from({ length: 102 }, (_, index) => ({
  userId: `0192f0c0-0000-7000-8000-${String(index).padStart(12, '0')}`,
  name: `Person ${String(index).padStart(3, '0')}`,
  inside: true,
  lat: 28.605,
  lng: 77.205,
  accuracyMeters: 5,
  mock: false,
  at: new Date().toISOString(),
}))

it('lists a limited number of people, and the others on request', async () => {
  fakeServer({
    'presence/positions': () => answer({ people }),
    'hazards/onMap': () => answer({ pins: [], more: false }),
  })
  renderUi(
    <QueryClientProvider client={createQueryClient()}>
      <LiveMap zone={zone} />
    </QueryClientProvider>,
  )
  const list = await screen.findByLabelText('Members of North yard on the map')
  // Accessed by position, because looking up each row by role takes seconds.
  expect(list.children[99]?.textContent).toContain('Person 099')
  expect(list.children[100]?.textContent).toBe('Show more (2 left)')
  fireEvent.click(screen.getByText('Show more (2 left)'))
  expect(list.children[101]?.textContent).toContain('Person 101')
  expect(list.children).toHaveLength(102)
})

it('draws notifications below people, and lets the person hide them on this device', async () => {
  fakeServer({
    'presence/positions': () => answer({ people: people.slice(0, 1) }),
    'hazards/onMap': () => {
      const { userId: id } = people[1] ?? { userId: '' }
      const at = { lat: 28.605, lng: 77.205 }
      return answer({ pins: [{ id, title: 'Gas', severity: 'high', status: 'open', at }], more: false })
    },
  })
  renderUi(
    <QueryClientProvider client={createQueryClient()}>
      <LiveMap zone={zone} />
    </QueryClientProvider>,
  )
  const diamond = await screen.findByText('High: Gas')
  const person = screen.getByText('Person 000, inside')
  expect(diamond.compareDocumentPosition(person) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  const toggle = screen.getByLabelText('Hazards on the map')
  expect(toggle.getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(toggle)
  expect(screen.queryByText('High: Gas')).toBeNull()
  expect(toggle.getAttribute('aria-pressed')).toBe('false')
  expect(localStorage.getItem('muster.hazards-on-map')).toBe('false')
  localStorage.removeItem('muster.hazards-on-map')
})
