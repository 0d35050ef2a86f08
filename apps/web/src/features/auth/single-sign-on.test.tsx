import { errors } from '@muster/contract/errors.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { sessionStore } from '../../lib/session-store.ts'
import { answer, fakeServer, type Handlers, refusal } from '../../testing/fake-server.ts'
import { createServerHandlers } from '../../testing/people.ts'
import { renderApp } from '../../testing/render.tsx'
import { redirectToSignIn } from './elsewhere.ts'

const session = { token: 'token-2', expiresAt: '2036-01-01T00:00:00.000Z' }

function recordInputs(handlers: Handlers) {
  const inputs: [string, unknown][] = []
  fakeServer({ ...createServerHandlers('admin'), ...handlers }, (name, input) => inputs.push([name, input]))
  return (name: string) => inputs.filter(([called]) => called === name).map(([, input]) => input)
}
const beginSignIn = () => answer({ address: 'https://id.example.org/authorize', ticket: 'ticket' })

it('redirects to the provider and finishes with its response, in the tab that began', async () => {
  const listInputs = recordInputs({
    'auth/beginSingleSignOn': beginSignIn,
    'auth/signInElsewhere': () =>
      answer({ session, landing: 'super-admin-dashboard', deviceToken: 'device-1' }),
  })
  const visitedAddresses: string[] = []
  await redirectToSignIn(address => visitedAddresses.push(address), undefined)
  expect(visitedAddresses).toEqual(['https://id.example.org/authorize'])
  const app = renderApp('/single-sign-on?state=s-1&code=c-1')
  await waitFor(() => expect(app.path()).toBe('/super-admin-dashboard'))
  expect(listInputs('auth/signInElsewhere')).toEqual([{ state: 's-1', code: 'c-1', ticket: 'ticket' }])
  expect(sessionStore.get()?.token).toBe('token-2')
  expect(sessionStorage.getItem('muster.elsewhere')).toBeNull()
})

const answerSettings = () =>
  answer({
    passwordMin: 6,
    emailConfirmation: false,
    signUp: 'open' as const,
    retentionDays: 90,
    singleSignOn: { name: 'Example ID' },
    passkeysAt: null,
    demoMapHosts: [],
    demoSignIns: [],
  })

it.each([
  ['an admin', 'super-admin-dashboard', '/users?role=client_admin', '/users?role=client_admin'],
  ['a member', 'zone-selection', '/my-zones', '/zone-selection?next=%2Fmy-zones'],
  ['a member', 'zone-selection', '/settings', '/settings'],
  ['who wanted no page', 'super-admin-dashboard', undefined, '/super-admin-dashboard'],
  ['who wanted no page', 'zone-selection', undefined, '/zone-selection'],
] as const)(
  'takes %s to the same page as a password sign-in (%s, %s)',
  async (_, landing, requested, landingPath) => {
    const assignLocation = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    let isKnown = true
    recordInputs({
      'auth/settings': answerSettings,
      'auth/beginSingleSignOn': beginSignIn,
      'auth/signInElsewhere': () =>
        isKnown
          ? answer({ session, landing, deviceToken: 'device-1' })
          : refusal(403, 'SSO_UNKNOWN_PERSON', errors.SSO_UNKNOWN_PERSON.message),
    })
    const loginApp = renderApp(
      requested === undefined ? '/login' : `/login?from=${encodeURIComponent(requested)}`,
    )
    const findButton = () => screen.findByRole('button', { name: 'Sign in with Example ID' })
    await userEvent.click(await findButton())
    await waitFor(() => expect(assignLocation).toHaveBeenCalledTimes(1))
    loginApp.unmount()
    // After a first refusal, another attempt leads to the same page.
    isKnown = false
    const refusedApp = renderApp('/single-sign-on?state=s-1&code=c-1')
    await userEvent.click(await screen.findByRole('link', { name: 'Back to sign in' }))
    isKnown = true
    await userEvent.click(await findButton())
    await waitFor(() => expect(assignLocation).toHaveBeenCalledTimes(2))
    refusedApp.unmount()
    const app = renderApp('/single-sign-on?state=s-1&code=c-1')
    await waitFor(() => expect(app.path()).toBe(landingPath))
    // The next person to sign in here must not inherit the requested page.
    expect(sessionStorage.length).toBe(0)
  },
)

it('explains why the sign-in failed, and leads back to the sign-in', async () => {
  recordInputs({
    'auth/beginSingleSignOn': beginSignIn,
    'auth/signInElsewhere': () => refusal(403, 'SSO_UNKNOWN_PERSON', errors.SSO_UNKNOWN_PERSON.message),
  })
  await redirectToSignIn(() => undefined, undefined)
  renderApp('/single-sign-on?state=s-1&code=c-1')
  expect(await screen.findByText(errors.SSO_UNKNOWN_PERSON.message)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to sign in' }).getAttribute('href')).toContain('/login')
})

it('explains that the provider refused, and does not call the server', async () => {
  const listInputs = recordInputs({})
  renderApp('/single-sign-on?state=s-1&error=access_denied')
  expect(await screen.findByText('Sign-in was cancelled, or your organisation refused it.')).toBeTruthy()
  expect(listInputs('auth/signInElsewhere')).toEqual([])
})

it('finishes nothing in a tab that did not begin the sign-in', async () => {
  const listInputs = recordInputs({})
  renderApp('/single-sign-on?state=s-1&code=c-1')
  expect(await screen.findByText(errors.SIGN_IN_EXPIRED.message)).toBeTruthy()
  expect(listInputs('auth/signInElsewhere')).toEqual([])
})

it('the sign-in page offers it by its name, and explains when the provider is down', async () => {
  recordInputs({
    'auth/settings': answerSettings,
    'auth/beginSingleSignOn': () => refusal(503, 'SSO_UNAVAILABLE', errors.SSO_UNAVAILABLE.message),
  })
  renderApp('/login')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in with Example ID' }))
  expect(await screen.findByText(errors.SSO_UNAVAILABLE.message)).toBeTruthy()
})
