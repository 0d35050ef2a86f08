import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { entryKey } from '../../lib/session/entry-news.ts'
import { answer, fakeServer, refusal } from '../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderApp, renderPage } from '../../testing/render.tsx'

const entryExpiresAt = '2036-01-01T00:00:00.000Z'
const north = aZone()
const south = aZone({ id: '0192f0c0-0000-7000-8000-000000000102', name: 'South gate' })

async function enterPin(digits: string) {
  const user = userEvent.setup()
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByLabelText('Zone entry PIN, digit 1 of 4'))
  await user.keyboard(digits)
  return {
    user,
    dialog,
    submit: () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Access Zone' }),
  }
}
const getDigits = () =>
  screen.getAllByLabelText(/Zone entry PIN, digit/).map(box => (box as HTMLInputElement).value)

it('Enter Zone asks for the PIN, grants access, and goes to the dashboard', async () => {
  const inputs: unknown[] = []
  let zones = [north, south]
  fakeServer({
    ...createServerHandlers('app_user', zones),
    'zones/mine': () => answer({ zones }),
    'zones/enter': input => {
      inputs.push(input)
      zones = [north, { ...south, entryExpiresAt }]
      return answer({ entryExpiresAt })
    },
  })
  signIn()
  const app = renderPage('/zone-selection')
  const card = await screen.findByRole('article', { name: 'South gate' })
  await userEvent.click(within(card).getByRole('button', { name: 'Enter Zone' }))
  const { user, submit } = await enterPin('246')
  expect(submit().disabled).toBe(true)
  // Entering the fourth digit submits the PIN.
  await user.keyboard('8')
  await waitFor(() => expect(app.path()).toBe('/dashboard'))
  expect(screen.getByText('Access Granted')).toBeTruthy()
  // The entry is announced to the browser's other tabs.
  expect(localStorage.getItem(entryKey)).not.toBeNull()
  expect(inputs).toEqual([{ zoneId: south.id, pin: '2468' }])
})

it('a wrong PIN clears the digits and shows the remaining attempts', async () => {
  fakeServer({
    ...createServerHandlers('app_user', [north]),
    'zones/enter': () => refusal(422, 'INVALID_PIN', 'Invalid PIN. Please try again.', { triesLeft: 3 }),
  })
  signIn()
  renderPage('/zone-selection')
  // With a single zone, the PIN dialog opens automatically.
  const { dialog } = await enterPin('1111')
  expect(await dialog.findByText('Invalid PIN. Please try again. 3 tries left.')).toBeTruthy()
  expect(getDigits()).toEqual(['', '', '', ''])
  expect(document.activeElement).toBe(dialog.getByLabelText('Zone entry PIN, digit 1 of 4'))
})

it.each([
  [
    new Date(Date.now() + 600_000).toISOString(),
    /^Too many wrong PINs\. Try again at .*\d/,
    /^(10:00|9:\d\d)$/,
  ],
  [null, /^Too many wrong PINs\. Ask a zone manager to reset your PIN\.$/, null],
])(
  'a locked PIN shows when to try again, counts down, and offers to ask a manager (%s)',
  async (lockedUntil, text, remaining) => {
    const requests: unknown[] = []
    fakeServer({
      ...createServerHandlers('app_user', [north]),
      'zones/enter': () => refusal(429, 'PIN_LOCKED', 'Too many wrong PINs.', { until: lockedUntil }),
      'zones/askPinReset': input => {
        requests.push(input)
        return answer({ askedAt: new Date().toISOString() })
      },
    })
    signIn()
    renderPage('/zone-selection')
    const { user, dialog } = await enterPin('1111')
    expect((await dialog.findByRole('alert')).textContent).toMatch(text)
    if (remaining) expect(dialog.getByRole('timer').textContent).toMatch(remaining)
    else expect(dialog.queryByRole('timer')).toBeNull()
    expect(dialog.queryByLabelText(/Zone entry PIN/)).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Ask a zone manager' }))
    expect(await dialog.findByText(/^You asked the zone managers/)).toBeTruthy()
    expect(dialog.queryByRole('button', { name: 'Ask a zone manager' })).toBeNull()
    expect(requests).toEqual([{ zoneId: north.id }])
  },
)

it('a lock is shown before any input, and ends automatically when its time is up', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const lockedUntil = new Date(Date.now() + 600_000).toISOString()
  fakeServer({
    ...createServerHandlers('app_user', [north]),
    'zones/myPin': () => answer({ state: 'locked', lockedUntil, resetAskedAt: null }),
  })
  signIn()
  renderPage('/zone-selection')
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByRole('timer')).toBeTruthy()
  expect(dialog.queryByLabelText('Zone entry PIN, digit 1 of 4')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(600_000))
  expect(await dialog.findByLabelText('Zone entry PIN, digit 1 of 4')).toBeTruthy()
  expect(dialog.queryByRole('timer')).toBeNull()
  vi.useRealTimers()
})

it('a person who forgot the PIN sets a new one with their password, and immediately enters with it', async () => {
  const inputs: unknown[] = []
  fakeServer({
    ...createServerHandlers('app_user', [north]),
    'settings/changePin': input => {
      inputs.push(input)
      return answer({ changed: true })
    },
    'zones/enter': input => {
      inputs.push(input)
      return answer({ entryExpiresAt })
    },
  })
  signIn()
  renderPage('/zone-selection')
  const user = userEvent.setup()
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('button', { name: 'Forgot your PIN?' }))
  await user.type(dialog.getByLabelText('Account password'), 'seven-orange-birds')
  await user.click(dialog.getByLabelText('New PIN, digit 1 of 4'))
  await user.keyboard('9753')
  await user.click(dialog.getByLabelText('Confirm new PIN, digit 1 of 4'))
  await user.keyboard('9753')
  await user.click(dialog.getByRole('button', { name: 'Change PIN' }))
  await waitFor(() => expect(inputs).toHaveLength(2))
  expect(inputs).toEqual([
    { password: 'seven-orange-birds', pin: '9753' },
    { zoneId: north.id, pin: '9753' },
  ])
})

it('leaving the PIN incomplete shows what is missing', async () => {
  fakeServer(createServerHandlers('app_user', [north]))
  signIn()
  renderPage('/zone-selection')
  const { user, dialog } = await enterPin('12')
  await user.tab()
  await user.tab()
  await user.click(dialog.getByText('Enter North yard'))
  expect(await dialog.findByText('Please enter a 4-digit PIN')).toBeTruthy()
})

it('reopening the app continues in a zone that is still entered; opening the zone selection shows the choice', async () => {
  fakeServer({
    ...createServerHandlers('app_user', [north, { ...south, entryExpiresAt }]),
    'presence/mine': () => answer({ zones: [] }),
  })
  signIn()
  localStorage.setItem('muster.zone.0192f0c0-0000-7000-8000-000000000001', south.id)
  const app = renderApp('/login')
  await waitFor(() => expect(app.path()).toBe('/dashboard'))
  expect(await screen.findByRole('button', { name: 'Selected Zone: South gate' })).toBeTruthy()
  await app.router.navigate({ to: '/zone-selection' })
  expect(await screen.findByRole('article', { name: 'North yard' })).toBeTruthy()
  expect(app.path()).toBe('/zone-selection')
})

it('changing the zone by PIN returns to the previous page', async () => {
  let zones = [{ ...north, entryExpiresAt }, south]
  fakeServer({
    ...createServerHandlers('app_user', zones),
    'zones/mine': () => answer({ zones }),
    'presence/mine': () => answer({ zones: [] }),
    'zones/enter': () => {
      zones = zones.map(zone => ({ ...zone, entryExpiresAt }))
      return answer({ entryExpiresAt })
    },
  })
  signIn()
  localStorage.setItem('muster.zone.0192f0c0-0000-7000-8000-000000000001', north.id)
  const app = renderPage('/settings')
  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy()
  await app.router.navigate({ to: '/zone-selection', search: { zone: south.id } })
  await enterPin('2468')
  await waitFor(() => expect(app.path()).toBe('/dashboard'))
  act(() => app.router.history.back())
  await waitFor(() => expect(app.path()).toBe('/settings'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy()
})

it('a client admin selects without a PIN', async () => {
  const fakeZones = [north, south].map(zone => ({ ...zone, myRole: 'client_admin' as const }))
  fakeServer(createServerHandlers('client_admin', fakeZones))
  signIn()
  const app = renderPage('/zone-selection?next=/zones')
  const card = await screen.findByRole('article', { name: 'North yard' })
  await userEvent.click(within(card).getByRole('button', { name: 'Select Zone' }))
  await waitFor(() => expect(app.path()).toBe('/zones'))
})

it('a person without a zone sees their user code as text and QR code, and the next steps', async () => {
  fakeServer(createServerHandlers('app_user'))
  signIn()
  renderPage('/zone-selection')
  expect(await screen.findByText('MUS-BCDF-GHJK-MNPR')).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Your user code as a QR code' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy code' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Settings' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Sign Out' })).toBeTruthy()
})

it('a super admin needs no zone and goes to the dashboard', async () => {
  fakeServer({ ...createServerHandlers('super_admin'), 'zones/all': () => answer({ rows: [], next: null }) })
  signIn()
  const app = renderPage('/zone-selection')
  await waitFor(() => expect(app.path()).toBe('/dashboard'))
})

it.each(['/zone-selection', '/zone-manager-zones'])(
  '%s: an admin without an active zone gets a link to the zones, not a user code',
  async address => {
    fakeServer(createServerHandlers('admin'))
    signIn()
    renderPage(address)
    expect(await screen.findByText('No active zones')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to Zones' }).getAttribute('href')).toContain('/zones')
    expect(screen.queryByText('You don’t belong to a zone yet')).toBeNull()
    expect(screen.queryByText(/Contact your administrator/)).toBeNull()
  },
)

it('the only zone, selected automatically, opens its dashboard', async () => {
  fakeServer(createServerHandlers('client_admin', [{ ...north, myRole: 'client_admin' }]))
  signIn()
  const app = renderPage('/zone-selection')
  await waitFor(() => expect(app.path()).toBe('/dashboard'))
})

it('an invitation explains what entering shows, does not open a PIN dialog automatically, and can be declined', async () => {
  let zones = [aZone({ invited: true })]
  const declineInputs: unknown[] = []
  fakeServer({
    ...createServerHandlers('app_user', zones),
    'zones/mine': () => answer({ zones }),
    'users/declineInvitation': input => {
      declineInputs.push(input)
      zones = []
      return answer({ zoneId: north.id })
    },
  })
  signIn()
  renderPage('/zone-selection')
  const card = within(await screen.findByRole('article', { name: 'North yard' }))
  expect(card.getByText('Invited')).toBeTruthy()
  expect(card.getByText(/managers see only your name and user code/)).toBeTruthy()
  // Invited people do not see the occupancy yet.
  expect(card.queryByText(/\d inside/)).toBeNull()
  expect(card.getByRole('button', { name: 'Enter Zone' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(card.getByRole('button', { name: 'Decline' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Decline North yard' }))
  expect(dialog.getByText(/The zone will be removed from your list/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Decline' }))
  await waitFor(() => expect(screen.queryByRole('article', { name: 'North yard' })).toBeNull())
  expect(declineInputs).toEqual([{ zoneId: north.id }])
})

it('a role without PIN accepts an invitation by selecting the zone', async () => {
  let zone = aZone({ invited: true, myRole: 'client_admin' })
  const enterInputs: unknown[] = []
  fakeServer({
    ...createServerHandlers('client_admin', [zone]),
    'zones/mine': () => answer({ zones: [zone] }),
    'zones/enter': input => {
      enterInputs.push(input)
      zone = { ...zone, invited: false }
      return answer({ entryExpiresAt: null })
    },
  })
  signIn()
  const app = renderPage('/zone-selection?next=/zones')
  const card = within(await screen.findByRole('article', { name: 'North yard' }))
  await userEvent.click(card.getByRole('button', { name: 'Select Zone' }))
  await waitFor(() => expect(app.path()).toBe('/zones'))
  expect(enterInputs).toEqual([{ zoneId: zone.id, pin: '' }])
})
