import { consentVersion } from '@muster/domain/consent.ts'
import type { SignUpMode } from '@muster/domain/sign-up.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answer, fakeServer, refusal } from '../../testing/fake-server.ts'
import { createServerHandlers } from '../../testing/people.ts'
import { renderApp } from '../../testing/render.tsx'

const session = { token: 'token-3', expiresAt: '2036-01-01T00:00:00.000Z' }

async function fillIn(changes: Record<string, string> = {}) {
  const values = {
    'First name': 'Ana',
    'Last name': 'Ruiz',
    Email: 'ana@example.org',
    Phone: '+34 600 123 456',
    'Date of birth': '1990-12-31',
    Password: 'harbour-42',
    'Confirm password': 'harbour-42',
    ...changes,
  }
  await screen.findByLabelText('First name')
  for (const [label, value] of Object.entries(values)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  }
  const user = userEvent.setup()
  for (const label of ['Zone entry PIN', 'Confirm PIN']) {
    await user.click(screen.getByLabelText(`${label}, digit 1 of 4`))
    await user.paste('4821')
  }
  await user.click(screen.getByRole('button', { name: 'Create account' }))
}

it('creates the account, greets the person and goes to the zone selection', async () => {
  const inputs: unknown[] = []
  fakeServer({
    ...createServerHandlers('app_user'),
    'auth/signUp': input => {
      inputs.push(input)
      return answer({ session, deviceToken: 'device-1', joinedZoneId: null })
    },
  })
  const app = renderApp('/signup')
  // The terms are shown above the button, with the retention days of this installation.
  expect(await screen.findByText(/By creating your account you agree .* deleted after 90 days/)).toBeTruthy()
  await fillIn()
  await waitFor(() => expect(app.path()).toBe('/zone-selection'))
  expect(screen.getByText('Account Created')).toBeTruthy()
  expect(screen.getByText('Account created successfully! Welcome to Muster.')).toBeTruthy()
  expect(inputs).toEqual([
    {
      firstName: 'Ana',
      lastName: 'Ruiz',
      email: 'ana@example.org',
      phone: '+34 600 123 456',
      dateOfBirth: '1990-12-31',
      password: 'harbour-42',
      pin: '4821',
      consentVersion,
    },
  ])
})

it('the person is asked to confirm the email address if there is no session yet', async () => {
  fakeServer({
    ...createServerHandlers('app_user'),
    'auth/signUp': () => answer({ session: null, deviceToken: null, joinedZoneId: null }),
  })
  const app = renderApp('/signup')
  await fillIn()
  expect(await screen.findByText('Please check your email to confirm your account.')).toBeTruthy()
  await waitFor(() => expect(app.path()).toContain('/login'))
})

it('a violated rule focuses its field, and the server is not called', async () => {
  const calls = fakeServer(createServerHandlers('app_user'))
  renderApp('/signup')
  await fillIn({ 'Confirm password': 'harbour-43' })
  expect(await screen.findByText('Passwords do not match')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Confirm password'))
  expect(calls).not.toContain('auth/signUp')
})

it('shows that an email address is taken next to the field, and keeps everything that was typed', async () => {
  const emailTakenText = 'This email is already registered. Please try signing in instead.'
  fakeServer({
    ...createServerHandlers('app_user'),
    'auth/signUp': () => refusal(409, 'EMAIL_TAKEN', emailTakenText),
  })
  renderApp('/signup')
  await fillIn()
  expect(await screen.findByText('Sign Up Error')).toBeTruthy()
  expect(screen.getAllByText(emailTakenText)).toHaveLength(2)
  expect((screen.getByLabelText('Phone') as HTMLInputElement).value).toBe('+34 600 123 456')
})

it.each(['form', 'zipCode'])('shows a refusal about %s, which is no field, above the form', async field => {
  const text = 'Failed to create account. Please try again.'
  fakeServer({
    ...createServerHandlers('app_user'),
    'auth/signUp': () => refusal(422, 'SIGN_UP_INVALID', text, { field }),
  })
  renderApp('/signup')
  await fillIn()
  await screen.findByText('Sign Up Error')
  const alerts = screen.getAllByRole('alert').filter(alert => alert.textContent === text)
  expect(alerts).toHaveLength(1)
})

it('rejects a date of birth before calling the server, and limits fields to what the server accepts', async () => {
  const calls = fakeServer(createServerHandlers('app_user'))
  renderApp('/signup')
  await fillIn({ 'Date of birth': '2999-01-01' })
  expect(await screen.findByText('Please enter a valid date of birth')).toBeTruthy()
  expect(calls).not.toContain('auth/signUp')
  const maxLengths = ['First name', 'Last name', 'Phone', 'Email'].map(
    label => (screen.getByLabelText(label) as HTMLInputElement).maxLength,
  )
  expect(maxLengths).toEqual([100, 100, 40, 254])
})

it('shows the specified message when the server fails', async () => {
  fakeServer({
    ...createServerHandlers('app_user'),
    'auth/signUp': () => ({ status: 500, body: 'Bad gateway' }),
  })
  renderApp('/signup')
  await fillIn()
  // The form shows the error; a toast with the same text would be redundant.
  expect(await screen.findAllByText('Failed to create account. Please try again.')).toHaveLength(1)
})

it('filled-in fields survive a reload, except the password and the PIN', async () => {
  fakeServer(createServerHandlers('app_user'))
  const firstApp = renderApp('/signup')
  await fillIn({ 'Confirm password': 'x' })
  firstApp.unmount()
  renderApp('/signup')
  expect(((await screen.findByLabelText('First name')) as HTMLInputElement).value).toBe('Ana')
  expect((screen.getByLabelText('Password') as HTMLInputElement).value).toBe('')
  expect(JSON.stringify(sessionStorage)).not.toContain('harbour')
})

it('creates the first super admin of a new installation by the same rules', async () => {
  const inputs: unknown[] = []
  fakeServer({
    ...createServerHandlers('super_admin'),
    'auth/setUpFirstAdmin': input => {
      inputs.push(input)
      return answer({ session, deviceToken: 'device-1' })
    },
  })
  const app = renderApp('/signup?setup=one-time')
  expect(await screen.findByRole('heading', { name: 'Create the first super admin' })).toBeTruthy()
  await fillIn({ 'Confirm password': 'harbour-43' })
  expect(await screen.findByText('Passwords do not match')).toBeTruthy()
  expect(inputs).toEqual([])
  fireEvent.change(screen.getByLabelText('Confirm password'), { target: { value: 'harbour-42' } })
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
  await waitFor(() => expect(app.path()).toBe('/super-admin-dashboard'))
  expect(inputs).toMatchObject([{ email: 'ana@example.org', setupToken: 'one-time' }])
  expect(localStorage.getItem('muster.device')).toBe('device-1')
})

it('explains that the setup link has already been used', async () => {
  fakeServer({
    ...createServerHandlers('super_admin'),
    'auth/setUpFirstAdmin': () => refusal(410, 'INVALID_LINK', 'This link is no longer valid. Ask'),
  })
  renderApp('/signup?setup=used')
  await fillIn()
  expect(await screen.findByRole('heading', { name: 'This link doesn’t work' })).toBeTruthy()
})

/** Returns the handlers of a server with this sign-up mode. */
const withSignUpMode = (signUp: SignUpMode) => ({
  ...createServerHandlers('app_user'),
  'auth/settings': () => answer({ ...createServerHandlers('app_user')['auth/settings']().body.json, signUp }),
})

it.each([
  [
    'closed',
    'Sign-up is closed',
    'Ask your administrator for an account',
    'Sign-up is closed, so ask your administrator for one.',
  ],
  [
    'invited',
    'Sign-up by invitation',
    'Ask your administrator for a link',
    'Ask your administrator for an invitation link.',
  ],
] as const)(
  'shows no form if sign-up is %s, and says so on the sign-in page too',
  async (mode, title, text, signInHint) => {
    fakeServer(withSignUpMode(mode))
    const app = renderApp('/signup')
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    expect(screen.getByText(new RegExp(text))).toBeTruthy()
    expect(screen.queryByLabelText('First name')).toBeNull()
    await userEvent.click(screen.getByRole('link', { name: 'Go to sign in' }))
    await waitFor(() => expect(app.path()).toBe('/login'))
    expect(await screen.findByText(`No account? ${signInHint}`)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Sign up' })).toBeNull()
  },
)

it('sends the token of an invitation link with the form', async () => {
  const inputs: unknown[] = []
  fakeServer({
    ...withSignUpMode('invited'),
    'auth/signUp': input => {
      inputs.push(input)
      return answer({ session, deviceToken: 'device-1', joinedZoneId: null })
    },
  })
  const app = renderApp('/signup?invitation=one-use')
  await fillIn()
  await waitFor(() => expect(app.path()).toBe('/zone-selection'))
  expect(inputs).toMatchObject([{ email: 'ana@example.org', invitation: 'one-use' }])
})

it('explains that an invitation has been used, and that sign-up was closed while the form was open', async () => {
  fakeServer({
    ...withSignUpMode('invited'),
    'auth/signUp': () => refusal(410, 'INVALID_LINK', 'This link is no longer valid. Ask'),
  })
  const appWithUsedLink = renderApp('/signup?invitation=used')
  await fillIn()
  expect(await screen.findByText('Invitations can be used once and expire after seven days.')).toBeTruthy()
  appWithUsedLink.unmount()
  fakeServer({
    ...withSignUpMode('open'),
    'auth/signUp': () => refusal(403, 'SIGN_UP_CLOSED', 'Ask your administrator for one.'),
  })
  renderApp('/signup')
  await fillIn()
  expect(await screen.findByRole('heading', { name: 'Sign-up is closed' })).toBeTruthy()
})

it.each([
  ['open', 'Anyone with this address can create an account.'],
  ['closed', 'People can’t sign up on their own.'],
] as const)('tells the first super admin that sign-up is %s', async (mode, text) => {
  fakeServer(withSignUpMode(mode))
  renderApp('/signup?setup=one-time')
  expect(await screen.findByText(new RegExp(text))).toBeTruthy()
  expect(screen.getByLabelText('First name')).toBeTruthy()
})
