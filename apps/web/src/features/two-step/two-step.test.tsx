import { errors } from '@muster/contract/errors.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { sessionStore } from '../../lib/session-store.ts'
import { answer, fakeServer, type Handlers, refusal } from '../../testing/fake-server.ts'
import { createServerHandlers, signIn } from '../../testing/people.ts'
import { renderApp } from '../../testing/render.tsx'

const codes = ['ABCD-EFGH-JKMN-PQRS', 'BCDE-FGHJ-KMNP-QRST']
const setup = { secret: 'GEZDGNBVGY3TQOJQ', address: 'otpauth://totp/Muster:ana?secret=GEZDGNBVGY3TQOJQ' }
const refuseCode = () => refusal(422, 'SECOND_STEP_WRONG', errors.SECOND_STEP_WRONG.message)

function serveHandlers(handlers: Handlers, role: Parameters<typeof createServerHandlers>[0] = 'admin') {
  const inputs: [string, unknown][] = []
  fakeServer({ ...createServerHandlers(role), ...handlers }, (name, input) => inputs.push([name, input]))
  return {
    of: (name: string) => inputs.filter(([calledName]) => calledName === name).map(([, input]) => input),
    user: userEvent.setup(),
  }
}
const meWithTwoStep = (
  role: Parameters<typeof createServerHandlers>[0],
  requiredFrom: string,
  isDue: boolean,
) => {
  const me = createServerHandlers(role)['auth/me']()
  return () => answer({ ...me.body.json, twoStep: { requiredFrom, due: isDue } })
}
const typeCode = async (user: ReturnType<typeof userEvent.setup>, code: string) => {
  await user.click(await screen.findByRole('textbox', { name: /digit 1 of 6/ }))
  await user.keyboard(code)
}

it('the setup in Settings asks for the password and a code from the app, and then shows the recovery codes', async () => {
  let isCodeRight = false
  const { user, of } = serveHandlers({
    'twoStep/state': () =>
      answer({
        since: isCodeRight ? '2026-11-20T09:00:00.000Z' : null,
        recoveryCodesLeft: 10,
        hasPassword: true,
      }),
    'twoStep/begin': () => answer(setup),
    'twoStep/confirm': () => (isCodeRight ? answer({ recoveryCodes: codes }) : refuseCode()),
  })
  signIn()
  renderApp('/settings/sign-in')
  await user.click(await screen.findByRole('button', { name: 'Set up two-step sign-in' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Continue' }))
  expect(await dialog.findByText('Your password is required')).toBeTruthy()
  await user.type(dialog.getByLabelText('Account password'), 'harbour-42')
  await user.click(dialog.getByRole('button', { name: 'Continue' }))
  expect(await dialog.findByRole('img', { name: /QR code/ })).toBeTruthy()
  expect(dialog.getByText('GEZD GNBV GY3T QOJQ')).toBeTruthy()
  await typeCode(user, '111111')
  expect(await dialog.findByText(/Wait for the next one/)).toBeTruthy()
  isCodeRight = true
  await typeCode(user, '222222')
  expect(await dialog.findByText(codes[0] ?? '')).toBeTruthy()
  expect(of('twoStep/begin')).toEqual([{ password: 'harbour-42' }])
  expect(of('twoStep/confirm')).toEqual([{ code: '111111' }, { code: '222222' }])
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await user.click(dialog.getByRole('button', { name: 'Copy codes' }))
  expect(writeText).toHaveBeenCalledWith(codes.join('\n'))
  await user.click(dialog.getByRole('button', { name: 'I’ve saved them' }))
  expect(await screen.findByText('Two-step sign-in is on')).toBeTruthy()
})

it('Settings warn when few recovery codes are left, and ask for the password to renew them or turn it off', async () => {
  const { user, of } = serveHandlers({
    'twoStep/state': () =>
      answer({ since: '2026-11-20T09:00:00.000Z', recoveryCodesLeft: 2, hasPassword: true }),
    'twoStep/renewRecoveryCodes': () => answer({ recoveryCodes: codes }),
    'twoStep/turnOff': () => refusal(422, 'WRONG_PASSWORD', errors.WRONG_PASSWORD.message),
  })
  signIn()
  renderApp('/settings/sign-in')
  expect(await screen.findByText(/Only 2 recovery codes left/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'New recovery codes' }))
  let dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Account password'), 'harbour-42{Enter}')
  expect(await dialog.findByText(codes[1] ?? '')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'I’ve saved them' }))
  await user.click(await screen.findByRole('button', { name: 'Turn off' }))
  dialog = within(await screen.findByRole('dialog', { name: 'Turn off two-step sign-in?' }))
  await user.type(dialog.getByLabelText('Account password'), 'not it{Enter}')
  expect(await dialog.findByText('The current password is incorrect.')).toBeTruthy()
  expect(of('twoStep/turnOff')).toEqual([{ password: 'not it' }])
})

it('signing in creates no session before a correct code or recovery code', async () => {
  let attemptCount = 0
  const session = { token: 'token-2', expiresAt: '2036-01-01T00:00:00.000Z' }
  const { user, of } = serveHandlers({
    'auth/signIn': () =>
      refusal(403, 'SECOND_STEP_NEEDED', errors.SECOND_STEP_NEEDED.message, {
        pending: 'waits',
        expiresAt: '2036-01-01T00:00:00.000Z',
      }),
    'auth/finishSignIn': () =>
      ++attemptCount === 1
        ? refuseCode()
        : answer({ session, landing: 'super-admin-dashboard', deviceToken: 'device-1' }),
  })
  const app = renderApp('/login')
  await user.type(await screen.findByLabelText('Email'), 'ana@example.org')
  await user.type(screen.getByLabelText('Password'), 'harbour-42{Enter}')
  expect(await screen.findByRole('heading', { name: 'One more step' })).toBeTruthy()
  expect(screen.queryByText('Login Error')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/digit 1 of 6/)))
  await user.keyboard('111111')
  expect(await screen.findByText(errors.SECOND_STEP_WRONG.message)).toBeTruthy()
  expect(sessionStore.get()).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  await user.type(screen.getByLabelText('Recovery code'), 'abcd-efgh-jkmn-pqrs{Enter}')
  await waitFor(() => expect(app.path()).toBe('/super-admin-dashboard'))
  expect(of('auth/finishSignIn')).toEqual([
    { pending: 'waits', code: '111111' },
    { pending: 'waits', code: 'abcd-efgh-jkmn-pqrs' },
  ])
  expect(sessionStore.get()?.token).toBe('token-2')
})

it('a second step that times out returns to the password, with an explanation', async () => {
  const { user } = serveHandlers({
    'auth/signIn': () =>
      refusal(403, 'SECOND_STEP_NEEDED', errors.SECOND_STEP_NEEDED.message, {
        pending: 'waits',
        expiresAt: '2036-01-01T00:00:00.000Z',
      }),
    'auth/finishSignIn': () => refusal(410, 'SIGN_IN_EXPIRED', errors.SIGN_IN_EXPIRED.message),
  })
  renderApp('/login')
  await user.type(await screen.findByLabelText('Email'), 'ana@example.org')
  await user.type(screen.getByLabelText('Password'), 'harbour-42{Enter}')
  await typeCode(user, '111111')
  expect(await screen.findByText(errors.SIGN_IN_EXPIRED.message)).toBeTruthy()
  expect((screen.getByLabelText('Password') as HTMLInputElement).value).toBe('')
})

it('a person who must set up the second step sees its setup on every page, and no other request is sent', async () => {
  let isDue = true
  const handlers = createServerHandlers('admin')
  const { user, of } = serveHandlers({
    'auth/me': () =>
      isDue ? meWithTwoStep('admin', '2026-11-20T00:00:00.000Z', true)() : handlers['auth/me'](),
    'twoStep/begin': () => answer(setup),
    'twoStep/confirm': () => answer({ recoveryCodes: codes }),
  })
  signIn()
  const app = renderApp('/super-admin-dashboard')
  expect(await screen.findByRole('heading', { name: 'Set up two-step sign-in' })).toBeTruthy()
  expect([...of('zones/counts'), ...of('zones/mine')]).toEqual([])
  await user.type(screen.getByLabelText('Account password'), 'harbour-42{Enter}')
  await typeCode(user, '222222')
  isDue = false
  await user.click(await screen.findByRole('button', { name: 'I’ve saved them' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Set up two-step sign-in' })).toBeNull())
  expect(app.path()).toBe('/super-admin-dashboard')
})

it('a person who will have to set up the second step sees a reminder on every page', async () => {
  serveHandlers({ 'auth/me': meWithTwoStep('admin', '2036-03-01T12:00:00.000Z', false) })
  signIn()
  renderApp('/super-admin-dashboard')
  const reminder = within(await screen.findByRole('complementary', { name: 'Two-step sign-in' }))
  expect(reminder.getByText('Mar 1, 2036')).toBeTruthy()
  expect(reminder.getByRole('link', { name: 'Set it up' }).getAttribute('href')).toContain('/settings')
})

it('a call rejected because the second step is due leads to its setup', async () => {
  let isDue = false
  const handlers = createServerHandlers('admin')
  serveHandlers({
    'auth/me': () =>
      isDue ? meWithTwoStep('admin', '2026-11-20T00:00:00.000Z', true)() : handlers['auth/me'](),
    'zones/counts': () => {
      isDue = true
      return refusal(403, 'TWO_STEP_REQUIRED', errors.TWO_STEP_REQUIRED.message)
    },
  })
  signIn()
  renderApp('/super-admin-dashboard')
  expect(await screen.findByRole('heading', { name: 'Set up two-step sign-in' })).toBeTruthy()
})

it('a person without a password is told why there is nothing to set up, and can request a link to set one', async () => {
  let serverWorks = false
  const { user, of } = serveHandlers({
    'twoStep/state': () => answer({ since: null, recoveryCodesLeft: 0, hasPassword: false }),
    'auth/requestPasswordReset': () =>
      serverWorks
        ? answer({ sent: true })
        : refusal(503, 'SERVICE_UNAVAILABLE', errors.SERVICE_UNAVAILABLE.message),
  })
  signIn()
  renderApp('/settings/sign-in')
  expect(await screen.findByText(/You don’t have a password, so there’s nothing to set up/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Set up two-step sign-in' })).toBeNull()
  const card = within(screen.getByRole('region', { name: 'Password' }))
  expect(card.queryByRole('button', { name: 'Change password' })).toBeNull()
  await user.click(card.getByRole('button', { name: 'Send me a link' }))
  expect(await card.findByText(errors.SERVICE_UNAVAILABLE.message)).toBeTruthy()
  serverWorks = true
  await user.click(card.getByRole('button', { name: 'Send me a link' }))
  expect(await card.findByText(/A link is on its way to ana.ruiz@example.org/)).toBeTruthy()
  expect(of('auth/requestPasswordReset').at(-1)).toEqual({ email: 'ana.ruiz@example.org' })
  // Changing the PIN requires the password as well.
  await user.click(screen.getByRole('button', { name: 'Change PIN' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('button', { name: 'Send me a link' })).toBeTruthy()
  expect(dialog.queryByLabelText('Account password')).toBeNull()
})
