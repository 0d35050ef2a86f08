import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { sessionStore } from '../../lib/session-store.ts'
import { answer, failNetwork, fakeServer, refusal } from '../../testing/fake-server.ts'
import { createServerHandlers } from '../../testing/people.ts'
import { renderApp } from '../../testing/render.tsx'

const session = { token: 'token-2', expiresAt: '2036-01-01T00:00:00.000Z' }

async function signInAs(email: string, password: string) {
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Email'), email)
  await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  return user
}

it('signs in, stores the session and goes where the server says', async () => {
  const inputs: unknown[] = []
  fakeServer({
    ...createServerHandlers('admin'),
    'auth/signIn': input => {
      inputs.push(input)
      return answer({ session, landing: 'super-admin-dashboard', deviceToken: 'device-1' })
    },
  })
  const app = renderApp('/login')
  await signInAs('ana@example.org', 'harbour-42')
  await waitFor(() => expect(app.path()).toBe('/super-admin-dashboard'))
  expect(inputs).toEqual([{ email: 'ana@example.org', password: 'harbour-42' }])
  expect(sessionStore.get()?.token).toBe('token-2')
})

it('offers the language before the first field', async () => {
  fakeServer({})
  renderApp('/login')
  const email = await screen.findByLabelText('Email')
  const language = screen.getByRole('combobox', { name: 'Language' })
  expect(language.compareDocumentPosition(email)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

it.each([
  ['with a mouse', true],
  ['on a touch screen', false],
])('%s, the first field has the focus: %s', async (_device, hasMouse) => {
  const matchMedia = window.matchMedia.bind(window)
  vi.stubGlobal('matchMedia', (query: string) =>
    query.includes('pointer') ? { matches: hasMouse } : matchMedia(query),
  )
  fakeServer(createServerHandlers('app_user'))
  renderApp('/login')
  const email = await screen.findByLabelText('Email')
  expect(document.activeElement === email).toBe(hasMouse)
})

it('shows the time of the next allowed attempt', async () => {
  fakeServer({
    ...createServerHandlers('app_user'),
    'auth/signIn': () =>
      refusal(429, 'TOO_MANY_REQUESTS', 'Too many attempts. Wait a moment, then try again.', {
        retryAt: new Date(Date.now() + 60_000).toISOString(),
      }),
  })
  renderApp('/login')
  await signInAs('ana@example.org', 'harbour-42')
  const text = /Wait a moment, then try again\. You can try again at .*\d\d:\d\d\./
  await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2))
})

it('the device token survives a sign-out and is sent with every sign-in', async () => {
  const inputs: unknown[] = []
  fakeServer({
    ...createServerHandlers('admin'),
    'auth/signIn': input => {
      inputs.push(input)
      return answer({ session, landing: 'super-admin-dashboard', deviceToken: 'device-1' })
    },
  })
  const app = renderApp('/login')
  await signInAs('ana@example.org', 'harbour-42')
  await waitFor(() => expect(app.path()).toBe('/super-admin-dashboard'))
  await userEvent.click(await screen.findByRole('button', { name: 'Sign Out' }))
  await signInAs(' ana@example.org', 'harbour-42')
  await waitFor(() => expect(inputs).toHaveLength(2))
  expect(inputs).toEqual([
    { email: 'ana@example.org', password: 'harbour-42' },
    { email: 'ana@example.org', password: 'harbour-42', deviceToken: 'device-1' },
  ])
})

it('explains that the session was ended elsewhere, until the next sign-in', async () => {
  fakeServer(createServerHandlers('app_user'))
  sessionStore.set(session)
  sessionStore.expire(session.token)
  renderApp('/login')
  expect(await screen.findByText('You were signed out')).toBeTruthy()
})

it('everyone else goes to the zone selection', async () => {
  fakeServer({
    ...createServerHandlers('app_user'),
    'auth/signIn': () => answer({ session, landing: 'zone-selection', deviceToken: 'device-1' }),
  })
  const app = renderApp('/login')
  await signInAs('ana@example.org', 'harbour-42')
  await waitFor(() => expect(app.path()).toBe('/zone-selection'))
})

it('shows the refusal in the form and as the toast Login Error, and keeps what was typed', async () => {
  fakeServer({
    ...createServerHandlers('app_user'),
    'auth/signIn': () => refusal(401, 'INVALID_CREDENTIALS', 'Invalid email or password'),
  })
  renderApp('/login')
  await signInAs('ana@example.org', 'wrong')
  const toast = await screen.findByTestId('notice')
  expect(within(toast).getByText('Login Error')).toBeTruthy()
  expect(within(toast).getByText('Invalid email or password')).toBeTruthy()
  expect(screen.getAllByText('Invalid email or password')).toHaveLength(2)
  expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe('ana@example.org')
  expect(sessionStore.get()).toBeNull()
})

it('reports an unexpected error when there is no response', async () => {
  fakeServer({ ...createServerHandlers('app_user'), 'auth/signIn': failNetwork })
  renderApp('/login')
  await signInAs('ana@example.org', 'harbour-42')
  await waitFor(() => expect(screen.getAllByText('An unexpected error occurred')).toHaveLength(2))
})

it('reports immediately that there is no network and that the sign-in failed', async () => {
  fakeServer({ ...createServerHandlers('app_user'), 'auth/signIn': failNetwork })
  renderApp('/login')
  await screen.findByLabelText('Email')
  onlineManager.setOnline(false)
  const onLineSpy = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(screen.getByText(/You’re offline\./)).toBeTruthy()
  await signInAs('ana@example.org', 'harbour-42')
  await waitFor(() => expect(screen.getAllByText('An unexpected error occurred')).toHaveLength(2))
  expect(screen.getByRole('button', { name: 'Sign In' })).toBeTruthy()
  onLineSpy.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  onlineManager.setOnline(true)
})

it('interrupts a screen reader only once: the form is assertive, the toast polite', async () => {
  fakeServer({ ...createServerHandlers('app_user'), 'auth/signIn': failNetwork })
  renderApp('/login')
  await signInAs('ana@example.org', 'harbour-42')
  await screen.findByTestId('notice')
  const alerts = screen.getAllByRole('alert').filter(alert => alert.textContent !== '')
  expect(alerts.map(alert => alert.textContent)).toEqual(['An unexpected error occurred'])
})

it('shows Signing in... while the request runs', async () => {
  fakeServer(createServerHandlers('app_user'))
  renderApp('/login')
  await screen.findByLabelText('Email')
  globalThis.fetch = () => new Promise<Response>(() => {})
  await signInAs('ana@example.org', 'harbour-42')
  const button = await screen.findByRole('button', { name: 'Signing in...' })
  expect((button as HTMLButtonElement).disabled).toBe(true)
})

it('shows and hides the password, and names its fields for password managers', async () => {
  fakeServer(createServerHandlers('app_user'))
  renderApp('/login')
  const password = (await screen.findByLabelText('Password')) as HTMLInputElement
  expect(password.type).toBe('password')
  await userEvent.click(screen.getByRole('button', { name: 'Show or hide password' }))
  expect(password.type).toBe('text')
  expect(password.autocomplete).toBe('current-password')
  expect((screen.getByLabelText('Email') as HTMLInputElement).autocomplete).toBe('username')
})

it('offers the demo accounts that a demo server lists, and names the hosts of its map', async () => {
  fakeServer({
    ...createServerHandlers('app_user'),
    'auth/settings': () =>
      answer({
        passwordMin: 6,
        emailConfirmation: false,
        signUp: 'open' as const,
        passkeysAt: null,
        singleSignOn: null,
        retentionDays: 90,
        demoMapHosts: ['https://tiles.example.org/styles'],
        demoSignIns: [{ label: 'App User', email: 'demo@example.org', password: 'demo-pass' }],
      }),
    'auth/signIn': () => answer({ session, landing: 'zone-selection', deviceToken: 'device-1' }),
  })
  const app = renderApp('/login')
  expect(await screen.findByText(/street maps from tiles\.example\.org,/)).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'App User' }))
  await waitFor(() => expect(app.path()).toBe('/zone-selection'))
})
