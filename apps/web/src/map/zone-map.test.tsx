import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { expect, it, vi } from 'vitest'
import { renderUi } from '../testing/render.tsx'
import { ZoneMap } from './zone-map.tsx'

const renderMap = (map: ReactElement) =>
  renderUi(<QueryClientProvider client={new QueryClient()}>{map}</QueryClientProvider>)

const shape: ZoneShape = {
  boundary: 'rectangle',
  start: { lat: 28.632, lng: 77.218 },
  end: { lat: 28.63, lng: 77.2205 },
}
const ana = {
  id: 'ana',
  name: 'Ana Ruiz',
  initials: 'AR',
  state: 'inside',
  lat: 28.631,
  lng: 77.219,
} as const

it('without WebGL, the area, the people and the scale are still drawn, with a note', async () => {
  const onChoose = vi.fn()
  renderMap(<ZoneMap label="Map of North Gate" shape={shape} people={[ana]} onChoose={onChoose} />)
  const mapImage = screen.getByRole('img', { name: 'Map of North Gate' })
  expect(mapImage.querySelector('path')?.getAttribute('d')).toMatch(/^M-?\d/)
  expect(
    screen.getByText('This browser can’t show maps. Here’s a simple drawing to scale instead.'),
  ).toBeTruthy()
  expect(screen.getByText('50 m')).toBeTruthy()
  await userEvent.click(screen.getByText('AR'))
  expect(onChoose).toHaveBeenCalledWith('ana')
})

it('if the device has no position, the map shows the reason', async () => {
  const onLocate = async () => ({ problem: 'Location access denied by user. Allow location for this site.' })
  renderMap(<ZoneMap label="Map of North Gate" shape={shape} onLocate={onLocate} />)
  await userEvent.click(screen.getByRole('button', { name: 'Show where I am' }))
  expect(await screen.findByRole('alert')).toHaveProperty(
    'textContent',
    'Location access denied by user. Allow location for this site.',
  )
})
