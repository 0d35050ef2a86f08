import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answer, fakeServer } from '../../../testing/fake-server.ts'
import { renderUi } from '../../../testing/render.tsx'
import { PlaceSearch } from './place-search.tsx'

async function renderSearch(
  places: { name: string; at: { lat: number; lng: number } }[],
  geocoder: 'none' | 'answered',
) {
  fakeServer({ 'zones/places': () => answer({ zones: [], places, geocoder }) })
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <PlaceSearch onPick={() => undefined} />
    </QueryClientProvider>,
  )
  await userEvent.type(screen.getByRole('searchbox'), 'pier{Enter}')
}

it('shows the source of the places found', async () => {
  await renderSearch([{ name: 'Pier 4', at: { lat: 28.6, lng: 77.2 } }], 'answered')
  const sourceLink = await screen.findByRole('link', { name: '© OpenStreetMap contributors' })
  expect(sourceLink.getAttribute('href')).toBe('https://www.openstreetmap.org/copyright')
})

it('explains who can enable the search for places if it is off', async () => {
  await renderSearch([], 'none')
  expect(await screen.findByText(/ask an administrator to turn on place search/)).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})
