import '../testing/clean-up.ts'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { dispatchClearZoneSelection } from '../lib/session/zone-events.ts'
import { sessionKey, sessionStore } from '../lib/session-store.ts'
import { fakeServer, noNetwork, refusal } from '../testing/fake-server.ts'
import { aZone, serverFor, signIn } from '../testing/people.ts'
import { renderApp } from '../testing/render.tsx'

const entered = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })

it('leads someone who is not signed in to /login and remembers the page', async () => {
  fakeServer(serverFor('app_user'))
  const app = renderApp('/hazards')
  await screen.findByRole('button', { name: 'Sign In' })
  expect(app.path()).toBe('/login?from=%2Fhazards')
})

it.each(['/', '/no/such/page'])('leads %s to /login', async address => {
  fakeServer(serverFor('app_user'))
  const app = renderApp(address)
  await screen.findByRole('button', { name: 'Sign In' })
  expect(app.path()).toBe('/login')
})

it('leads someone signed in from /login to their landing', async () => {
  fakeServer(serverFor('super_admin'))
  signIn()
  const app = renderApp('/login')
  await waitFor(() => expect(app.path()).toBe('/super-admin-dashboard'))
})

it('asks for a zone first when there are several and none is selected', async () => {
  fakeServer(serverFor('app_user', [entered, aZone({ id: '0192f0c0-0000-7000-8000-000000000102' })]))
  signIn()
  const app = renderApp('/hazards')
  await waitFor(() => expect(app.path()).toBe('/zone-selection?next=%2Fhazards'))
})

it('selects the only zone without asking once its PIN has been entered', async () => {
  fakeServer(serverFor('app_user', [entered]))
  signIn()
  const app = renderApp('/my-zones')
  expect(await screen.findByRole('button', { name: 'Selected Zone: North yard' })).toBeTruthy()
  expect(app.path()).toBe('/my-zones')
})

it('does not select the only zone while its PIN is still to be entered', async () => {
  fakeServer(serverFor('app_user', [aZone()]))
  signIn()
  const app = renderApp('/my-zones')
  await waitFor(() => expect(app.path()).toContain('/zone-selection'))
})

it('lets someone without zones stay, with Dashboard only and the emergency logout', async () => {
  fakeServer(serverFor('app_user', []))
  signIn()
  const app = renderApp('/dashboard')
  expect(await screen.findByRole('button', { name: 'Emergency Logout' })).toBeTruthy()
  expect(app.path()).toBe('/dashboard')
  expect(screen.queryByRole('link', { name: 'Alerts' })).toBeNull()
})

it('takes the role of the selected zone for the menu', async () => {
  fakeServer(serverFor('app_user', [{ ...entered, myRole: 'zone_manager_rw' }]))
  signIn()
  renderApp('/dashboard')
  expect(await screen.findAllByRole('link', { name: 'App Users' })).not.toHaveLength(0)
  expect(screen.getByText('zone manager rw')).toBeTruthy()
})

it('clearZoneSelection forgets the zone', async () => {
  fakeServer(serverFor('app_user', [entered, aZone({ id: '0192f0c0-0000-7000-8000-000000000102' })]))
  sessionStorage.setItem('muster.zone.0192f0c0-0000-7000-8000-000000000001', entered.id)
  signIn()
  const app = renderApp('/alerts')
  await screen.findByRole('heading', { name: 'Alerts' })
  act(() => dispatchClearZoneSelection())
  await waitFor(() => expect(app.path()).toBe('/zone-selection?next=%2Falerts'))
})

it('signs out: tells the server, forgets the session and goes to /login without a way back', async () => {
  const calls = fakeServer(serverFor('admin'))
  signIn()
  const app = renderApp('/users')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign Out' }))
  await screen.findByRole('button', { name: 'Sign In' })
  expect(app.path()).toBe('/login')
  expect(calls).toContain('auth/signOut')
  expect(sessionStore.get()).toBeNull()
})

it('clears both storages when the server cannot be told about the sign-out', async () => {
  fakeServer({ ...serverFor('admin'), 'auth/signOut': noNetwork })
  localStorage.setItem('other', '1')
  sessionStorage.setItem('other', '1')
  signIn()
  const app = renderApp('/users')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign Out' }))
  await waitFor(() => expect(app.path()).toBe('/login'))
  expect(localStorage.getItem('other')).toBeNull()
  expect(sessionStorage.getItem('other')).toBeNull()
})

it('signs out when another tab did', async () => {
  fakeServer(serverFor('admin'))
  signIn()
  const app = renderApp('/users')
  await screen.findByRole('heading', { name: 'Users Management' })
  localStorage.removeItem(sessionKey)
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: sessionKey, newValue: null }))
  })
  await waitFor(() => expect(app.path()).toBe('/login'))
})

it('ends the session when the server no longer knows it, and keeps the page in mind', async () => {
  fakeServer({ 'auth/me': () => refusal(401, 'UNAUTHORIZED', 'User not authenticated') })
  signIn()
  const app = renderApp('/users')
  await waitFor(() => expect(app.path()).toBe('/login?from=%2Fusers'))
  expect(localStorage.getItem(sessionKey)).toBeNull()
})
