import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderUi } from '../testing/render.tsx'
import { LazyMap, type MapCode } from './public.tsx'

it('a map whose code fails to load leaves the page intact, says so and offers to retry', async () => {
  let isAvailable = false
  const mapCode: MapCode<{ label: string }> = {
    async load() {
      if (!isAvailable)
        throw new TypeError('Failed to fetch dynamically imported module: /assets/zone-map.js')
      return ({ label }) => <img alt={label} />
    },
  }
  renderUi(
    <>
      <h1>North yard</h1>
      <LazyMap code={mapCode} map={{ label: 'Map of North yard' }} />
    </>,
  )
  expect(await screen.findByText('Failed to load map')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'North yard' })).toBeTruthy()
  isAvailable = true
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('img', { name: 'Map of North yard' })).toBeTruthy()
})
