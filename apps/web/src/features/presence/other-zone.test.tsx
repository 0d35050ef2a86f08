import type { CheckAnswer, MyPresence } from '@muster/contract/presence.ts'
import type { MyZone } from '@muster/contract/zones.ts'
import type { Role } from '@muster/domain/role.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { connectionStore } from '../../lib/connection-store.ts'
import { zoneSelectionStore } from '../../lib/session/zone-selection-store.ts'
import { stubDevice } from '../../testing/device.ts'
import { answer, fakeServer } from '../../testing/fake-server.ts'
import { aProfile, aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'
import { noticeStore } from '../../ui/toast/notify.ts'
import { notifyVerdict } from './check.outbox.ts'
import { aVerdict, zone } from './testing/check-server.ts'

afterEach(() => connectionStore.set('idle'))

const gate = aZone({ id: '0192f0c0-0000-7000-8000-000000000102', name: 'South gate' })
const insideGateOnly = [{ zoneId: gate.id, name: gate.name }]
const { id: personId } = aProfile()

const presenceIn = ({ id: zoneId }: MyZone): MyPresence => ({
  zoneId,
  presence: 'unknown',
  lastSeen: null,
  insideSince: null,
  source: null,
  mock: false,
  recent: [],
})

/** Presses Check Position on the card of North yard, where the person works. */
async function pressCheck(changes: Partial<CheckAnswer>, role: Role = 'app_user', page = '/my-zones') {
  stubDevice()
  const myRole = role === 'admin' ? null : role
  const zones = [zone, gate].map(listedZone => ({ ...listedZone, myRole })) as MyZone[]
  const enterInputs: unknown[] = []
  const calls = fakeServer({
    ...createServerHandlers(role, zones),
    'presence/mine': () => answer({ zones: zones.map(presenceIn) }),
    'presence/checkUserInZone': () => answer(aVerdict(changes)),
    'zones/enter': input => {
      enterInputs.push(input)
      return answer({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })
    },
  })
  zoneSelectionStore.set(personId, zone.id)
  signIn()
  renderPage(page)
  const user = userEvent.setup()
  const card = await screen.findByRole('article', { name: 'North yard' })
  await user.click(await within(card).findByRole('button', { name: /^(Check Position|Location Check)$/ }))
  const statusCard = await within(card).findByRole('status', { name: 'Position in North yard' })
  return { user, place: statusCard, entered: enterInputs, calls }
}

it('a person who is outside the checked zone, but inside another of their zones, is asked whether they work there', async () => {
  const { user, place, entered } = await pressCheck({ inside: false, alsoInside: insideGateOnly })
  expect(await within(place).findByText('You are OUTSIDE North yard!')).toBeTruthy()
  expect(within(place).getByText('You are INSIDE South gate. Are you working there?')).toBeTruthy()
  const toast = within(await screen.findByTestId('notice'))
  expect(toast.getByText('You are outside North yard')).toBeTruthy()

  await user.click(within(place).getByRole('button', { name: 'Enter Zone' }))
  const dialog = await screen.findByRole('dialog', { name: 'Enter South gate' })
  await user.click(within(dialog).getByLabelText('Zone entry PIN, digit 1 of 4'))
  await user.keyboard('2468')
  expect(await within(place).findByText('You are INSIDE South gate. You’re working there.')).toBeTruthy()
  expect(entered).toMatchObject([{ zoneId: gate.id }])
  expect(zoneSelectionStore.get(personId)).toBe(gate.id)
  expect(within(place).queryByRole('button', { name: 'Enter Zone' })).toBeNull()
})

it('selects the other zone immediately for a role without a PIN', async () => {
  const { user, place } = await pressCheck({ inside: false, alsoInside: insideGateOnly }, 'client_admin')
  await user.click(await within(place).findByRole('button', { name: 'Select Zone' }))
  const sentence = await within(place).findByText('You are INSIDE South gate. You’re working there.')
  expect(zoneSelectionStore.get(personId)).toBe(gate.id)
  // The button is gone, so the text has the focus.
  expect(document.activeElement).toBe(sentence)
})

it('informs an internal admin without asking, since they do not work in a zone', async () => {
  const { place } = await pressCheck(
    { inside: false, alsoInside: insideGateOnly },
    'admin',
    '/zone-manager-zones',
  )
  expect(await within(place).findByText('You are INSIDE South gate.')).toBeTruthy()
  expect(within(place).queryByRole('button')).toBeNull()
})

it('a person who is inside the checked zone is not asked', async () => {
  const { place } = await pressCheck({ inside: true, alsoInside: insideGateOnly })
  expect(await within(place).findByText('You are INSIDE North yard!')).toBeTruthy()
  expect(within(place).queryByText(/South gate/)).toBeNull()
})

it('refetches the presence in all own zones, which the feed of one zone does not deliver', async () => {
  const { place, calls } = await pressCheck({ inside: false, alsoInside: insideGateOnly })
  await within(place).findByText('You are OUTSIDE North yard!')
  connectionStore.set('live')
  const listCallsSinceCheck = () => calls.slice(calls.indexOf('presence/checkUserInZone'))
  await waitFor(() => expect(listCallsSinceCheck().filter(name => name === 'presence/mine')).toHaveLength(1))
})

it('names the other zone in the toast of a check that was sent later', () => {
  const capturedAt = new Date().toISOString()
  const check = { id: zone.id, lat: 1.5, lng: 1.5, accuracyMeters: 8, capturedAt }
  notifyVerdict(check, aVerdict({ inside: false, alsoInside: insideGateOnly }))
  expect(noticeStore.get()).toMatchObject({
    title: 'Outside Zone',
    text: 'You are outside North yard',
    next: 'You are INSIDE South gate.',
  })
  notifyVerdict(check, aVerdict({ inside: true, alsoInside: insideGateOnly }))
  expect(noticeStore.get()).toMatchObject({ title: 'Inside Zone' })
  expect(noticeStore.get()?.next).toBeUndefined()
})
