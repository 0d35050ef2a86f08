import type { MapSettings } from '@muster/contract/maps.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answer, fakeServer } from '../../testing/fake-server.ts'
import { renderUi } from '../../testing/render.tsx'
import { MapNotice } from './map-notice.tsx'

const settings: MapSettings = {
  base: { kind: 'openfreemap' },
  chosen: false,
  placeSearch: 'none',
  placeSearchFromEnvironment: false,
  fromEnvironment: false,
  hasGoogleKey: false,
  googleKeyFromEnvironment: false,
  hosts: ['https://tiles.openfreemap.org'],
}

function renderNotice(overrides: Partial<MapSettings> = {}) {
  const sentInputs: unknown[] = []
  fakeServer({
    'maps/settings': () => answer({ ...settings, ...overrides }),
    'maps/update': input => {
      sentInputs.push(input)
      return answer({ ...settings, ...overrides, chosen: true })
    },
  })
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <MapNotice />
    </QueryClientProvider>,
  )
  return sentInputs
}

it('the notice says who sees what, and one tap disables external services', async () => {
  const sentInputs = renderNotice()
  const notice = await screen.findByRole('region', { name: 'Maps show streets' })
  expect(notice.textContent).toContain('loads the streets from tiles.openfreemap.org')
  expect(notice.textContent).toContain('photon.komoot.io')
  await userEvent.click(screen.getByRole('button', { name: 'Use this server only' }))
  await waitFor(() => expect(sentInputs).toEqual([{ base: { kind: 'built_in' }, placeSearch: 'none' }]))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Maps show streets' })).toBeNull())
})

it('keeping the streets also enables the place search with the same consent', async () => {
  const sentInputs = renderNotice()
  await userEvent.click(await screen.findByRole('button', { name: 'Keep streets and search places' }))
  await waitFor(() => expect(sentInputs).toEqual([{ base: { kind: 'openfreemap' }, placeSearch: 'photon' }]))
})

it('a geocoder set by the operator is left alone', async () => {
  const sentInputs = renderNotice({ placeSearchFromEnvironment: true })
  await userEvent.click(await screen.findByRole('button', { name: 'Keep streets' }))
  await waitFor(() => expect(sentInputs).toEqual([{ base: { kind: 'openfreemap' } }]))
})
