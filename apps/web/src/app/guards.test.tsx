import { closeCodes } from '@muster/contract/feed.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { entryKey } from '../lib/session/entry-news.ts'
import { dispatchClearZoneSelection } from '../lib/session/zone-events.ts'
import { sessionKey, sessionStore } from '../lib/session-store.ts'
import { FakeSocket } from '../live/fake-socket.ts'
import { answer, failNetwork, fakeServer, refusal } from '../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../testing/people.ts'
import { renderApp } from '../testing/render.tsx'

const enteredZone = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })

it('redirects a person who is not signed in to /login and remembers the page', async () => {
  fakeServer(createServerHandlers('app_user'))
  const app = renderApp('/hazards')
  await screen.findByRole('button', { name: 'Sign In' })
  expect(app.path()).toBe('/login?from=%2Fhazards')
})

it.each(['/', '/no/such/page'])('redirects %s to /login', async address => {
  fakeServer(createServerHandlers('app_user'))
  const app = renderApp(address)
  await screen.findByRole('button', { name: 'Sign In' })
  expect(app.path()).toBe('/login')
})

it('redirects a signed-in person from /login to their landing page', async () => {
  fakeServer(createServerHandlers('super_admin'))
  signIn()
  const app = renderApp('/login')
  await waitFor(() => expect(app.path()).toBe('/super-admin-dashboard'))
})

it('requires a zone first when there are several and none is selected', async () => {
  fakeServer(
    createServerHandlers('app_user', [enteredZone, aZone({ id: '0192f0c0-0000-7000-8000-000000000102' })]),
  )
  signIn()
  const app = renderApp('/hazards')
  await waitFor(() => expect(app.path()).toBe('/zone-selection?next=%2Fhazards'))
})

it('selects the only zone automatically once its PIN has been entered', async () => {
  fakeServer(createServerHandlers('app_user', [enteredZone]))
  signIn()
  const app = renderApp('/my-zones')
  expect(await screen.findByRole('button', { name: 'Selected Zone: North yard' })).toBeTruthy()
  expect(app.path()).toBe('/my-zones')
})

it('the only zone is not selected before its PIN has been entered', async () => {
  fakeServer(createServerHandlers('app_user', [aZone()]))
  signIn()
  const app = renderApp('/my-zones')
  await waitFor(() => expect(app.path()).toContain('/zone-selection'))
})

it('people without zones stay where they are, with only Dashboard and the emergency logout', async () => {
  fakeServer(createServerHandlers('app_user', []))
  signIn()
  const app = renderApp('/dashboard')
  expect(await screen.findByRole('button', { name: 'Emergency Logout' })).toBeTruthy()
  expect(app.path()).toBe('/dashboard')
  const menu = within(screen.getByRole('navigation', { name: 'Main' }))
  expect(menu.queryByRole('link', { name: 'Alerts' })).toBeNull()
})

it('the menu uses the role of the selected zone', async () => {
  fakeServer(createServerHandlers('app_user', [{ ...enteredZone, myRole: 'zone_manager_rw' }]))
  signIn()
  renderApp('/dashboard')
  expect(await screen.findAllByRole('link', { name: 'App Users' })).not.toHaveLength(0)
  expect(screen.getByText('zone manager rw')).toBeTruthy()
})

it('clearZoneSelection clears the selected zone', async () => {
  fakeServer(
    createServerHandlers('app_user', [enteredZone, aZone({ id: '0192f0c0-0000-7000-8000-000000000102' })]),
  )
  sessionStorage.setItem('muster.zone.0192f0c0-0000-7000-8000-000000000001', enteredZone.id)
  signIn()
  const app = renderApp('/alerts')
  await screen.findByRole('heading', { name: 'Alerts' })
  act(() => dispatchClearZoneSelection())
  await waitFor(() => expect(app.path()).toBe('/zone-selection?next=%2Falerts'))
})

it('signing out informs the server, clears the session and opens /login without a way back', async () => {
  const calls = fakeServer(createServerHandlers('admin'))
  signIn()
  const app = renderApp('/users')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign Out' }))
  await screen.findByRole('button', { name: 'Sign In' })
  expect(app.path()).toBe('/login')
  expect(calls).toContain('auth/signOut')
  expect(sessionStore.get()).toBeNull()
})

it('both storages are cleared when the server cannot be informed of the sign-out', async () => {
  fakeServer({ ...createServerHandlers('admin'), 'auth/signOut': failNetwork })
  localStorage.setItem('other', '1')
  sessionStorage.setItem('other', '1')
  signIn()
  const app = renderApp('/users')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign Out' }))
  await waitFor(() => expect(app.path()).toBe('/login'))
  expect(localStorage.getItem('other')).toBeNull()
  expect(sessionStorage.getItem('other')).toBeNull()
})

it('a sign-out in another tab also signs this tab out', async () => {
  fakeServer(createServerHandlers('admin'))
  signIn()
  const app = renderApp('/users')
  await screen.findByRole('heading', { name: 'Users Management' })
  localStorage.removeItem(sessionKey)
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: sessionKey, newValue: null }))
  })
  await waitFor(() => expect(app.path()).toBe('/login'))
})

it('a session that the server no longer accepts ends, and the page is remembered', async () => {
  fakeServer({ 'auth/me': () => refusal(401, 'UNAUTHORIZED', 'User not authenticated') })
  signIn()
  const app = renderApp('/users')
  await waitFor(() => expect(app.path()).toBe('/login?from=%2Fusers'))
  expect(localStorage.getItem(sessionKey)).toBeNull()
  expect(await screen.findByText('You were signed out')).toBeTruthy()
})

describe('with the feed', () => {
  beforeEach(() => {
    FakeSocket.instances = []
    vi.stubGlobal('WebSocket', FakeSocket)
  })
  const me = '0192f0c0-0000-7000-8000-000000000001'
  const cursor = '11'
  const openSocket = async () => {
    await waitFor(() => expect(FakeSocket.instances).toHaveLength(1))
    act(() => FakeSocket.last.letIn({ cursor }))
  }

  it('initially refetches only what the feed keeps up to date', async () => {
    const calls = fakeServer({
      ...createServerHandlers('app_user', [enteredZone]),
      'auth/devices': () => answer({ rows: [], next: null }),
    })
    signIn()
    renderApp('/settings/sign-in')
    await userEvent.click(await screen.findByRole('button', { name: 'Change password' }))
    await waitFor(() => expect(calls).toContain('auth/settings'))
    calls.length = 0
    await openSocket()
    await waitFor(() => expect(calls).toContain('zones/mine'))
    expect(calls).toContain('auth/me')
    expect(calls).not.toContain('auth/settings')
  })

  it('signs out within a second when the session is revoked, with the reason, and remembers the page', async () => {
    fakeServer(createServerHandlers('app_user', [enteredZone]))
    signIn()
    const app = renderApp('/settings')
    await openSocket()
    act(() => FakeSocket.last.drop(closeCodes.revoked))
    await waitFor(() => expect(app.path()).toBe('/login?from=%2Fsettings'))
    expect(await screen.findByText('You were signed out')).toBeTruthy()
  })

  it('treats a zone as entered, and follows it, once its PIN has been entered in another tab', async () => {
    let zone = aZone()
    fakeServer({ ...createServerHandlers('app_user', []), 'zones/mine': () => answer({ zones: [zone] }) })
    signIn()
    renderApp('/settings')
    await openSocket()
    const sentCount = FakeSocket.last.sent.length
    expect(screen.queryByRole('button', { name: 'Selected Zone: North yard' })).toBeNull()
    zone = enteredZone
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: entryKey, newValue: 'entry-1' }))
    })
    expect(await screen.findByRole('button', { name: 'Selected Zone: North yard' })).toBeTruthy()
    await waitFor(() => expect(FakeSocket.last.sent.slice(sentCount)).toMatchObject([{ type: 'watch' }]))
  })

  it('updates the role when it changes in the selected zone', async () => {
    let zone = enteredZone
    fakeServer({ ...createServerHandlers('app_user', []), 'zones/mine': () => answer({ zones: [zone] }) })
    signIn()
    renderApp('/settings')
    await openSocket()
    expect(await screen.findByText('app user')).toBeTruthy()
    zone = { ...enteredZone, myRole: 'zone_manager_rw' }
    act(() =>
      FakeSocket.last.receive({
        type: 'event',
        cursor,
        topic: `user:${me}`,
        event: { kind: 'membership.changed', zoneId: enteredZone.id, userId: me, role: 'zone_manager_rw' },
      }),
    )
    expect(await screen.findByText('zone manager rw')).toBeTruthy()
    expect(screen.getAllByRole('link', { name: 'App Users' })).not.toHaveLength(0)
  })
})

// An error code that is not retried, so that the tests need not wait for retries.
const serverFailure = {
  status: 500,
  body: {
    json: {
      defined: false,
      code: 'INTERNAL_SERVER_ERROR',
      status: 500,
      message: '',
      data: { code: '42P17' },
    },
  },
}

it.each(['/settings', '/login', '/signup'])(
  'the person remains signed in at %s while the server is unreachable or fails, and Retry refetches',
  async address => {
    let isServerUp = false
    const handlers = createServerHandlers('admin')
    fakeServer({ ...handlers, 'auth/me': () => (isServerUp ? handlers['auth/me']() : serverFailure) })
    signIn()
    const app = renderApp(address)
    expect(await screen.findByRole('heading', { name: 'Failed to load profile' })).toBeTruthy()
    expect(screen.queryByLabelText('Password')).toBeNull()
    expect(app.path()).toBe(address)
    expect(sessionStore.get()?.token).toBe('token-1')
    isServerUp = true
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() =>
      expect(app.path()).toBe(address === '/settings' ? '/settings' : '/super-admin-dashboard'),
    )
  },
)

it.each(['/settings', '/login'])(
  'the person can sign out at %s even if the session’s owner could not be loaded',
  async address => {
    fakeServer({ ...createServerHandlers('admin'), 'auth/me': () => serverFailure })
    signIn()
    const app = renderApp(address)
    await userEvent.click(await screen.findByRole('button', { name: 'Sign Out' }))
    expect(await screen.findByLabelText('Password')).toBeTruthy()
    expect(app.path()).toBe('/login')
    expect(sessionStore.get()).toBeNull()
  },
)

it('the selected zone is cleared when the session ends, also in another tab', async () => {
  fakeServer(
    createServerHandlers('app_user', [enteredZone, aZone({ id: '0192f0c0-0000-7000-8000-000000000102' })]),
  )
  const zoneTopic = 'muster.zone.0192f0c0-0000-7000-8000-000000000001'
  const openAlerts = async () => {
    sessionStorage.setItem(zoneTopic, enteredZone.id)
    signIn()
    const app = renderApp('/alerts')
    await screen.findByRole('heading', { name: 'Alerts' })
    return app
  }
  const app = await openAlerts()
  await userEvent.click(screen.getByRole('button', { name: 'Sign Out' }))
  await waitFor(() => expect(app.path()).toBe('/login'))
  expect(sessionStorage.getItem(zoneTopic)).toBeNull()
  app.unmount()

  await openAlerts()
  localStorage.removeItem(sessionKey)
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: sessionKey, newValue: null }))
  })
  expect(sessionStorage.getItem(zoneTopic)).toBeNull()
})

it('a session expiry extended by the server is stored', async () => {
  fakeServer(createServerHandlers('admin'))
  signIn()
  renderApp('/settings')
  await screen.findByRole('heading', { name: 'Settings', level: 1 })
  expect(sessionStore.get()?.expiresAt).toBe('2026-11-20T09:00:00.000Z')
})
