import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answer, fakeServer, type Handlers } from '../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderApp } from '../../testing/render.tsx'
import './plan-page.tsx'

const enteredZone = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })

function openPlan(role: 'zone_manager_rw' | 'zone_manager_ro', handlers: Handlers) {
  const inputs: [string, Record<string, unknown>][] = []
  signIn()
  fakeServer(
    { ...createServerHandlers(role, [{ ...enteredZone, myRole: role }]), ...handlers },
    (name, input) => {
      inputs.push([name, input as Record<string, unknown>])
    },
  )
  renderApp('/emergencies/plan')
  return { inputs, user: userEvent.setup() }
}

it('lists the assembly points of the zone and adds another', async () => {
  const point = { name: 'South gate', lat: 28.61, lng: 77.25, radiusMeters: 30 }
  const { inputs, user } = openPlan('zone_manager_rw', {
    'emergencies/points': () => answer({ points: [point] }),
    'emergencies/setPoints': () => answer({ points: [point] }),
    'zoneCaptains/list': () => answer({ captains: [] }),
    'zoneUncounted/list': () => answer({ people: [] }),
  })
  expect(await screen.findByText('South gate')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add assembly point' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add assembly point' }))
  await user.type(dialog.getByLabelText('Name'), 'North gate')
  await user.type(dialog.getByLabelText('Latitude'), '28.62')
  await user.type(dialog.getByLabelText('Longitude'), '77.26')
  await user.click(dialog.getByRole('button', { name: 'Add assembly point' }))
  const [, input] = inputs.find(([name]) => name === 'emergencies/setPoints') ?? []
  expect(input).toEqual({
    zoneId: enteredZone.id,
    points: [point, { name: 'North gate', lat: 28.62, lng: 77.26, radiusMeters: 30 }],
    expectedNames: ['South gate'],
  })
})
