import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { answer, fakeServer } from '../testing/fake-server.ts'
import { renderUi } from '../testing/render.tsx'
import type { Surface } from './surface.ts'
import { ZoneMap } from './zone-map.tsx'

vi.mock('./can-draw.ts', () => ({ canDrawMaps: () => true }))
// A chosen map that never comes, and the built-in one in its place.
vi.mock('./create-surface.ts', () => ({
  unreachable: 'The map could not be reached.',
  createSurface: async (_options: unknown, onProblem: (text: string) => void) => {
    onProblem('Google Maps could not be loaded.')
    return { show: vi.fn(), remove: vi.fn(), fit: vi.fn() } satisfies Partial<Surface>
  },
}))

it('a map that was chosen after the page was opened, and that its policy keeps out, comes with a reload', async () => {
  fakeServer({ 'maps/base': () => answer({ base: { kind: 'google' }, googleOrigin: 'https://maps.test' }) })
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <ZoneMap label="Map" />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('Google Maps could not be loaded.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
  act(() => void document.dispatchEvent(new Event('securitypolicyviolation')))
  expect(screen.getByText('The map was changed after this page was opened.')).toBeTruthy()
  expect(screen.getByText('Here is the built-in map.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
})
