import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { deviceToken } from '../../lib/device-token.ts'
import { sessionStore } from '../../lib/session-store.ts'
import { answer, failNetwork, fakeServer, refusal } from '../../testing/fake-server.ts'
import { createServerHandlers, signIn } from '../../testing/people.ts'
import { renderApp } from '../../testing/render.tsx'

const refuseLink = () => refusal(410, 'INVALID_LINK', 'This link is no longer valid. Ask for a new one.')

it('answers every request for a new password the same way', async () => {
  const inputs: unknown[] = []
  fakeServer({
    ...createServerHandlers('app_user'),
    'auth/requestPasswordReset': input => {
      inputs.push(input)
      return answer({ sent: true })
    },
  })
  const user = userEvent.setup()
  const app = renderApp('/login')
  await user.type(await screen.findByLabelText('Email'), 'ana')
  await user.click(screen.getByRole('link', { name: 'Forgot Password?' }))
  await waitFor(() => expect(app.path()).toBe('/forgot-password'))
  // The email address typed at the sign-in is carried over.
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ana'))
  await screen.findByRole('heading', { name: 'Forgot Password?' })
  await user.click(screen.getByRole('button', { name: 'Send link' }))
  expect(await screen.findByText('Please enter a valid email address.')).toBeTruthy()
  await user.type(screen.getByLabelText('Email'), '@example.org ')
  await user.click(screen.getByRole('button', { name: 'Send link' }))
  expect(
    await screen.findByText(/If ana@example.org belongs to an account, a link is on its way/),
  ).toBeTruthy()
  expect(inputs).toEqual([{ email: 'ana@example.org' }])
})

it('shows when the next request is allowed', async () => {
  fakeServer({
    ...createServerHandlers('app_user'),
    'auth/requestPasswordReset': () =>
      refusal(429, 'TOO_MANY_REQUESTS', 'Too many attempts. Wait a moment, then try again.', {
        retryAt: new Date(Date.now() + 60_000).toISOString(),
      }),
  })
  renderApp('/forgot-password')
  await userEvent.type(await screen.findByLabelText('Email'), 'ana@example.org{Enter}')
  expect(await screen.findByText(/Too many attempts\..* You can try again at .*\d\d:\d\d\./)).toBeTruthy()
})

async function setPassword(first: string, second = first) {
  const user = userEvent.setup()
  for (const [label, text] of [
    ['New password', first],
    ['Confirm new password', second],
  ] as const) {
    const field = await screen.findByLabelText(label)
    await user.clear(field)
    await user.type(field, text)
  }
  await user.click(screen.getByRole('button', { name: 'Set password' }))
}

it('sets a new password by the operator’s rules, then leads to the sign-in', async () => {
  const inputs: unknown[] = []
  fakeServer({
    ...createServerHandlers('app_user'),
    'auth/settings': () =>
      answer({
        passwordMin: 12,
        emailConfirmation: false,
        signUp: 'open' as const,
        retentionDays: 90,
        singleSignOn: null,
        passkeysAt: null,
        demoMapHosts: [],
        demoSignIns: [],
      }),
    'auth/resetPassword': input => {
      inputs.push(input)
      return answer({ reset: true, deviceToken: 'device-2' })
    },
  })
  const app = renderApp('/reset-password?token=abc')
  await screen.findByText('At least 12 characters.')
  await setPassword('harbour-42')
  expect(await screen.findByText('Password must be at least 12 characters')).toBeTruthy()
  await setPassword('harbour-crane-42', 'harbour-crane-43')
  expect(await screen.findByText('Passwords do not match')).toBeTruthy()
  expect(inputs).toEqual([])
  await setPassword('harbour-crane-42')
  await waitFor(() => expect(app.path()).toBe('/login'))
  expect(screen.getByText('Password changed')).toBeTruthy()
  expect(inputs).toEqual([{ token: 'abc', password: 'harbour-crane-42' }])
  expect(deviceToken.get()).toBe('device-2')
})

it('lists the access that works without the password as the last step, with recent entries preselected for removal', async () => {
  const ids = [1, 2, 3].map(n => `0192f0c0-0000-7000-8000-00000000000${n}`)
  const [laptopId = '', stickId = '', phoneId = ''] = ids
  const oldDate = '2024-01-01T00:00:00.000Z'
  const inputs: unknown[] = []
  fakeServer({
    ...createServerHandlers('app_user'),
    'auth/previewReset': () =>
      answer({
        passkeys: [
          { id: laptopId, name: 'Laptop', createdAt: new Date().toISOString(), lastUsedAt: null },
          { id: stickId, name: 'Stick', createdAt: oldDate, lastUsedAt: oldDate },
        ],
        locationApps: [{ id: phoneId, name: 'A phone', app: 'osmand', createdAt: oldDate, lastUsedAt: null }],
      }),
    'auth/resetPassword': input => {
      inputs.push(input)
      return answer({ reset: true, deviceToken: null })
    },
  })
  const user = userEvent.setup()
  const app = renderApp('/reset-password?token=abc')
  await setPassword('harbour-42')
  const heading = await screen.findByRole('heading', { name: 'What else has access?' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Set a new password'))
  await user.click(screen.getByRole('button', { name: 'Set password' }))
  await screen.findByRole('heading', { name: 'What else has access?' })
  const findCheckbox = (name: string) =>
    screen.getByRole<HTMLInputElement>('checkbox', { name: `Remove ${name}` })
  const listCheckedStates = () => ['Laptop', 'Stick', 'A phone'].map(name => findCheckbox(name).checked)
  expect(listCheckedStates()).toEqual([true, false, false])
  await user.click(screen.getByRole('button', { name: 'Remove all' }))
  expect(listCheckedStates()).toEqual([true, true, true])
  await user.click(findCheckbox('Stick'))
  // Nothing is sent before the decision, and what was typed stays.
  expect(inputs).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Set password and remove 2' }))
  await waitFor(() => expect(app.path()).toBe('/login'))
  expect(inputs).toEqual([{ token: 'abc', password: 'harbour-42', keep: [stickId] }])
})

it('signs out a session of the same account on this device, as an expected sign-out', async () => {
  let sessionEnded = false
  const server = createServerHandlers('app_user')
  fakeServer({
    ...server,
    'auth/me': () =>
      sessionEnded ? refusal(401, 'UNAUTHORIZED', 'User not authenticated') : server['auth/me'](),
    'auth/resetPassword': () => {
      sessionEnded = true
      return answer({ reset: true, deviceToken: 'device-2' })
    },
  })
  signIn()
  const app = renderApp('/reset-password?token=abc')
  await setPassword('harbour-42')
  await waitFor(() => expect(app.path()).toBe('/login'))
  expect(sessionStore.get()).toBeNull()
  expect(sessionStore.endedBySurprise()).toBe(false)
})

it.each([
  ['answers', 'after the new password', () => answer({ reset: true as const, deviceToken: null })],
  ['refuses', 'after a refusal', refuseLink],
])('leaves the session of another account as it is when the server %s', async (_what, _when, reply) => {
  fakeServer({ ...createServerHandlers('admin'), 'auth/resetPassword': reply })
  signIn()
  const app = renderApp('/reset-password?token=abc')
  await setPassword('harbour-42')
  await waitFor(() =>
    expect(
      app.path() !== '/reset-password?token=abc' || screen.queryByText('This link doesn’t work'),
    ).toBeTruthy(),
  )
  expect(sessionStore.get()?.token).toBe('token-1')
  // A session that an administrator ends later counts as ended unexpectedly.
  act(() => sessionStore.expire('token-1'))
  expect(sessionStore.endedBySurprise()).toBe(true)
})

it('a refused password stays in its field, with the reason', async () => {
  fakeServer({
    ...createServerHandlers('app_user'),
    'auth/resetPassword': () =>
      refusal(422, 'PASSWORD_COMMON', 'This password is too common. Choose a different one.'),
  })
  renderApp('/reset-password?token=abc')
  await setPassword('harbour-42')
  expect(await screen.findByText('This password is too common. Choose a different one.')).toBeTruthy()
  expect((screen.getByLabelText('New password') as HTMLInputElement).value).toBe('harbour-42')
})

it.each(['/reset-password?token=used', '/reset-password'])('offers a next step for %s', async address => {
  fakeServer({ ...createServerHandlers('app_user'), 'auth/resetPassword': refuseLink })
  const app = renderApp(address)
  if (address.includes('token')) await setPassword('harbour-42')
  expect(await screen.findByRole('heading', { name: 'This link doesn’t work' })).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Get a new link' }))
  await waitFor(() => expect(app.path()).toBe('/forgot-password'))
})

async function confirmWith(password: string) {
  await userEvent.type(await screen.findByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Confirm email' }))
}

it('confirms the email address with the password and leads to the sign-in, even with a session open', async () => {
  const inputs: unknown[] = []
  fakeServer({
    ...createServerHandlers('app_user'),
    'auth/confirmEmail': input => {
      inputs.push(input)
      return answer({ confirmed: true })
    },
  })
  signIn()
  renderApp('/confirm-email?token=abc')
  await confirmWith('harbour-42')
  expect(await screen.findByRole('heading', { name: 'Your email has been confirmed' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to sign in' })).toBeTruthy()
  expect(inputs).toEqual([{ token: 'abc', password: 'harbour-42' }])
})

it('rejects a password that is not the one chosen at sign-up, and offers to set a new one', async () => {
  fakeServer({
    ...createServerHandlers('app_user'),
    'auth/confirmEmail': () => refusal(422, 'WRONG_PASSWORD', 'The current password is incorrect.'),
  })
  const app = renderApp('/confirm-email?token=abc')
  await confirmWith('harbour-43')
  expect(await screen.findByText('This isn’t the password you chose when you signed up.')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Set a new password' }))
  await waitFor(() => expect(app.path()).toBe('/forgot-password'))
})

it('offers a next step when a confirmation link does not work', async () => {
  fakeServer({ ...createServerHandlers('app_user'), 'auth/confirmEmail': refuseLink })
  renderApp('/confirm-email?token=abc')
  await confirmWith('harbour-42')
  expect(await screen.findByRole('heading', { name: 'This link doesn’t work' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to sign in' })).toBeTruthy()
})

it('starts anew with another confirmation link in the same tab', async () => {
  fakeServer({ ...createServerHandlers('app_user'), 'auth/confirmEmail': refuseLink })
  const app = renderApp('/confirm-email?token=torn')
  await confirmWith('harbour-42')
  expect(await screen.findByRole('heading', { name: 'This link doesn’t work' })).toBeTruthy()
  await act(() => app.router.navigate({ to: '/confirm-email', search: { token: 'abc' } }))
  expect(await screen.findByRole('heading', { name: 'Confirm your email' })).toBeTruthy()
})

it('offers to send the confirmation again, and a retry after a network failure', async () => {
  const replies = [failNetwork, () => answer({ sent: true as const })]
  fakeServer({
    ...createServerHandlers('app_user'),
    'auth/signIn': () =>
      refusal(403, 'EMAIL_NOT_CONFIRMED', 'Please check your email to confirm your account.'),
    'auth/resendConfirmation': () => replies.shift()?.() ?? failNetwork(),
  })
  const user = userEvent.setup()
  renderApp('/login')
  await user.type(await screen.findByLabelText('Email'), 'ana@example.org')
  await user.type(screen.getByLabelText('Password'), 'harbour-42{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Send the link again' }))
  expect(await screen.findByText('The link couldn’t be sent. Try again.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Send the link again' }))
  expect(await screen.findByText(/a new link is on its way/)).toBeTruthy()
})

it('confirms a new email address with the password, or with one click if the account has none', async () => {
  const inputs: unknown[] = []
  let isPasswordRight = false
  fakeServer({
    ...createServerHandlers('app_user'),
    'emailChanges/confirm': input => {
      inputs.push(input)
      return isPasswordRight
        ? answer({ email: 'new@example.org' })
        : refusal(422, 'WRONG_PASSWORD', 'The current password is incorrect.')
    },
  })
  const user = userEvent.setup()
  renderApp('/confirm-email-change?token=abc')
  await user.type(await screen.findByLabelText('Password'), 'harbour-42{Enter}')
  expect(await screen.findByText('This isn’t your account password.')).toBeTruthy()
  isPasswordRight = true
  await user.click(screen.getByRole('button', { name: 'Confirm new email' }))
  expect(await screen.findByRole('heading', { name: 'Your email has been changed' })).toBeTruthy()
  expect(inputs).toEqual(Array(2).fill({ token: 'abc', password: 'harbour-42' }))
})

it('a link for an account without a password asks for none, unless one has been set since', async () => {
  const inputs: unknown[] = []
  fakeServer({
    ...createServerHandlers('app_user'),
    'emailChanges/confirm': input => {
      inputs.push(input)
      return inputs.length === 1
        ? refusal(422, 'WRONG_PASSWORD', 'The current password is incorrect.')
        : answer({ email: 'new@example.org' })
    },
  })
  const user = userEvent.setup()
  renderApp('/confirm-email-change?token=abc&simple=1')
  await user.click(await screen.findByRole('button', { name: 'Confirm new email' }))
  await user.type(await screen.findByLabelText('Password'), 'harbour-42{Enter}')
  expect(await screen.findByRole('heading', { name: 'Your email has been changed' })).toBeTruthy()
  expect(inputs).toEqual([{ token: 'abc' }, { token: 'abc', password: 'harbour-42' }])
})

it.each([
  ['cancelled', 'The change was stopped', 'Set a new password'],
  ['taken_back', 'The change was undone', 'Go to sign in'],
] as const)('lets the reader of the old address keep it: %s', async (outcome, heading, next) => {
  let requestCount = 0
  fakeServer({
    ...createServerHandlers('app_user'),
    'emailChanges/object': () => {
      requestCount++
      return answer({ outcome, email: 'old@example.org' })
    },
  })
  renderApp('/undo-email-change?token=abc')
  const keepButton = await screen.findByRole('button', { name: 'Keep my old email' })
  // Opening the link alone changes nothing, because email scanners open it too.
  expect(requestCount).toBe(0)
  await userEvent.click(keepButton)
  expect(await screen.findByRole('heading', { name: heading })).toBeTruthy()
  expect(screen.getByRole('link', { name: next })).toBeTruthy()
})
