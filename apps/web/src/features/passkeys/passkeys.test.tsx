import { errors } from '@muster/contract/errors.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { sessionStore } from '../../lib/session-store.ts'
import { answer, fakeServer, type Handlers, refusal } from '../../testing/fake-server.ts'
import { createServerHandlers, signIn } from '../../testing/people.ts'
import { renderApp } from '../../testing/render.tsx'

const at = '2026-11-20T09:00:00.000Z'
const phone = { id: '0192f0c0-0000-7000-8000-00000000000c', name: 'Phone', createdAt: at, lastUsedAt: null }
const createSettingsHandler = (passkeysAt: string | null) => () =>
  answer({
    passwordMin: 6,
    emailConfirmation: false,
    signUp: 'open' as const,
    retentionDays: 90,
    singleSignOn: null,
    passkeysAt,
    demoMapHosts: [],
    demoSignIns: [],
  })

function recordInputs(handlers: Handlers) {
  const inputs: [string, unknown][] = []
  fakeServer({ ...createServerHandlers('admin'), ...handlers }, (name, input) => inputs.push([name, input]))
  return {
    of: (name: string) => inputs.filter(([called]) => called === name).map(([, input]) => input),
    user: userEvent.setup(),
  }
}

/** Fakes a browser with passkeys; `prove` returns the device's response to a request. */
function stubPasskeys(prove: () => Promise<unknown>) {
  const parse = (options: unknown) => options
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, {
      parseRequestOptionsFromJSON: parse,
      parseCreationOptionsFromJSON: parse,
    }),
  )
  vi.spyOn(navigator, 'credentials', 'get').mockReturnValue({ get: prove, create: prove } as never)
}
const credential = {
  toJSON: () => ({
    id: 'credential',
    type: 'public-key',
    response: {
      clientDataJSON: 'client',
      attestationObject: 'attestation',
      authenticatorData: 'data',
      signature: 'signature',
      transports: ['internal'],
      userHandle: 'left out',
    },
  }),
}

it('passkeys are listed, renamed and removed, and not offered if the browser does not support them', async () => {
  const { user, of } = recordInputs({
    'auth/settings': createSettingsHandler(window.location.origin),
    'passkeys/list': () => answer({ passkeys: [phone] }),
    'passkeys/rename': ({ name }) => answer({ ...phone, name }),
    'passkeys/remove': () => refusal(404, 'NOT_FOUND', 'Not found'),
  })
  signIn()
  renderApp('/settings/sign-in')
  const card = within(await screen.findByRole('region', { name: 'Passkeys' }))
  expect(await card.findByText(/can’t be added in this browser/)).toBeTruthy()
  await user.click(card.getByRole('button', { name: 'Rename Phone' }))
  const field = within(await screen.findByRole('dialog')).getByLabelText('Name')
  await user.clear(field)
  await user.type(field, 'Laptop{Enter}')
  await waitFor(() => expect(of('passkeys/rename')).toEqual([{ passkeyId: phone.id, name: 'Laptop' }]))
  await user.click(card.getByRole('button', { name: 'Remove Phone' }))
  await user.click(await screen.findByRole('button', { name: 'Remove passkey' }))
  expect(await screen.findByText('Passkey removed')).toBeTruthy()
})

it('a passkey is added with the password and the device’s response', async () => {
  stubPasskeys(async () => credential)
  const { user, of } = recordInputs({
    'auth/settings': createSettingsHandler(window.location.origin),
    'passkeys/begin': () => answer({ ticket: 'ticket', options: { challenge: 'x' } }),
    'passkeys/add': () => answer(phone),
  })
  signIn()
  renderApp('/settings/sign-in')
  await user.click(await screen.findByRole('button', { name: 'Add passkey' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Account password'), 'harbour-42')
  await user.click(dialog.getByRole('button', { name: 'Add passkey' }))
  expect(await screen.findByText('Passkey added')).toBeTruthy()
  expect(of('passkeys/add')).toEqual([
    {
      ticket: 'ticket',
      name: 'My device',
      made: {
        id: 'credential',
        clientDataJSON: 'client',
        attestationObject: 'attestation',
        transports: ['internal'],
      },
    },
  ])
})

it('a passkey signs in on its own, and an unconfirmed or refused one is reported', async () => {
  const attempts: (() => Promise<unknown>)[] = [
    () => Promise.reject(new DOMException('closed', 'NotAllowedError')),
    async () => credential,
    async () => credential,
  ]
  let serverWorks = false
  stubPasskeys(() => attempts.shift()?.() ?? Promise.resolve(null))
  const session = { token: 'token-2', expiresAt: '2036-01-01T00:00:00.000Z' }
  const { user, of } = recordInputs({
    'auth/settings': createSettingsHandler(window.location.origin),
    'auth/beginPasskeySignIn': () => answer({ ticket: 'ticket', options: {} }),
    'auth/signInWithPasskey': () =>
      serverWorks
        ? answer({ session, landing: 'super-admin-dashboard', deviceToken: 'device-1' })
        : refusal(422, 'PASSKEY_REFUSED', errors.PASSKEY_REFUSED.message),
  })
  const app = renderApp('/login')
  const button = await screen.findByRole('button', { name: 'Sign in with a passkey' })
  await user.click(button)
  expect(await screen.findByText(/No passkey was confirmed/)).toBeTruthy()
  await user.click(button)
  expect(await screen.findByText(errors.PASSKEY_REFUSED.message)).toBeTruthy()
  serverWorks = true
  await user.click(button)
  await waitFor(() => expect(app.path()).toBe('/super-admin-dashboard'))
  expect(sessionStore.get()?.token).toBe('token-2')
  expect(of('auth/signInWithPasskey').at(-1)).toEqual({
    ticket: 'ticket',
    made: { id: 'credential', clientDataJSON: 'client', authenticatorData: 'data', signature: 'signature' },
  })
})

it('passkeys are not offered when signing in at another origin', async () => {
  stubPasskeys(async () => credential)
  recordInputs({ 'auth/settings': createSettingsHandler('https://muster.example') })
  renderApp('/login')
  await screen.findByRole('button', { name: 'Sign In' })
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull()
})
