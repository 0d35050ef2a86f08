import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer, fakeServer } from '../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'

const north = aZone()
const south = aZone({ id: '0192f0c0-0000-7000-8000-000000000102', name: 'South gate' })

/** Returns the variant of each card's check button. */
async function findVariants() {
  const buttons = await screen.findAllByRole('button', { name: 'Check Position' })
  return buttons.map(button => button.dataset.variant)
}

function renderMyZones(zones = [north, south]) {
  fakeServer({ ...createServerHandlers('super_admin', zones), 'presence/mine': () => answer({ zones: [] }) })
  signIn()
  renderPage('/my-zones')
}

it('no zone has a primary button or is marked while none is selected', async () => {
  renderMyZones()
  expect(await findVariants()).toEqual(['default', 'default'])
  expect(screen.queryByText('Selected')).toBeNull()
})

it('the selected zone comes first, is marked as selected and has the primary button', async () => {
  sessionStorage.setItem('muster.zone.0192f0c0-0000-7000-8000-000000000001', south.id)
  renderMyZones()
  expect(await findVariants()).toEqual(['filled', 'default'])
  const [firstCard] = screen.getAllByRole('article')
  expect(firstCard && within(firstCard).getByText('Selected')).toBeTruthy()
  expect(firstCard && within(firstCard).getByRole('heading', { name: 'South gate' })).toBeTruthy()
})

it('the only zone has the primary button', async () => {
  renderMyZones([north])
  expect(await findVariants()).toEqual(['filled'])
})
