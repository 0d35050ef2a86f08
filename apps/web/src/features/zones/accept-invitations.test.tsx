import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answer, fakeServer, refusal } from '../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'

const zones = ['North yard', 'South gate', 'West pier'].map((name, n) =>
  aZone({ id: `0192f0c0-0000-7000-8000-00000000020${n}`, name, invited: true }),
)
const northId = zones[0]?.id ?? ''
const westId = zones[2]?.id ?? ''

it('several invitations are accepted with one PIN, without those that are unticked, and what is gone is said', async () => {
  const inputs: unknown[] = []
  fakeServer({
    ...createServerHandlers('app_user', zones),
    'zones/acceptInvitations': input => {
      inputs.push(input)
      if (inputs.length === 1)
        return refusal(422, 'INVALID_PIN', 'Invalid PIN. Please try again.', { triesLeft: 3 })
      return answer({
        results: [
          { zoneId: northId, outcome: 'accepted', entryExpiresAt: '2036-01-01T00:00:00.000Z' },
          { zoneId: westId, outcome: 'gone', entryExpiresAt: null },
        ],
      })
    },
  })
  signIn()
  renderPage('/zone-selection')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Accept all (3)' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Accept invitations' }))
  await user.click(dialog.getByRole('checkbox', { name: /South gate/ }))
  const enterPin = async (pin: string) => {
    await user.click(dialog.getByLabelText('Zone entry PIN, digit 1 of 4'))
    await user.keyboard(pin)
    await user.click(dialog.getByRole('button', { name: 'Accept 2 invitations' }))
  }
  await enterPin('1111')
  expect(await dialog.findByText(/Invalid PIN.*3 tries left/)).toBeTruthy()
  await enterPin('2468')
  await waitFor(() => expect(inputs[1]).toEqual({ zoneIds: [northId, westId], pin: '2468' }))
  expect(await dialog.findByText('No longer open')).toBeTruthy()
  expect(dialog.getByText('Accepted')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('a single invitation is accepted by its own button only', async () => {
  fakeServer(createServerHandlers('app_user', zones.slice(0, 1)))
  signIn()
  renderPage('/zone-selection')
  await screen.findByRole('article', { name: 'North yard' })
  expect(screen.queryByRole('button', { name: /Accept all/ })).toBeNull()
})
