import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sessionStore } from '../../lib/session-store.ts'
import { answer, failNetwork, refusal } from '../../testing/fake-server.ts'
import { getSection, openSettings, openSettingsAt } from './testing/open-settings.ts'

it('the password is changed, and a rejection is shown at its field', async () => {
  let isPasswordRight = false
  const { user, of } = await openSettingsAt('/settings/sign-in', {
    'auth/changePassword': () =>
      isPasswordRight
        ? answer({ changed: true })
        : refusal(422, 'WRONG_PASSWORD', 'The current password is incorrect.'),
  })
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Current password'), 'harbour-41')
  await user.type(dialog.getByLabelText('New password'), 'harbour-42')
  await user.type(dialog.getByLabelText('Confirm new password'), 'harbour-43')
  await user.click(dialog.getByRole('button', { name: 'Change password' }))
  expect(await dialog.findByText('Passwords do not match')).toBeTruthy()
  expect(of('auth/changePassword')).toHaveLength(0)
  await user.clear(dialog.getByLabelText('Confirm new password'))
  await user.type(dialog.getByLabelText('Confirm new password'), 'harbour-42')
  await user.click(dialog.getByRole('button', { name: 'Change password' }))
  expect(await dialog.findByText('The current password is incorrect.')).toBeTruthy()
  isPasswordRight = true
  await user.click(dialog.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByText('Password changed')).toBeTruthy()
  expect(of('auth/changePassword').at(-1)).toEqual({
    currentPassword: 'harbour-41',
    newPassword: 'harbour-42',
  })
})

it('after a password change, access that does not need the password is offered for removal', async () => {
  const at = new Date().toISOString()
  const passkey = {
    id: '0192f0c0-0000-7000-8000-00000000000c',
    name: 'Laptop',
    createdAt: at,
    lastUsedAt: null,
  }
  const trackerApp = {
    id: '0192f0c0-0000-7000-8000-00000000000d',
    name: 'A phone',
    app: 'osmand' as const,
    createdAt: at,
    lastUsedAt: null,
    lastUnused: null,
  }
  let [passkeys, trackers] = [[passkey], [trackerApp]]
  const { user, of } = await openSettingsAt('/settings/sign-in', {
    'auth/changePassword': () => answer({ changed: true }),
    'passkeys/list': () => answer({ passkeys }),
    'trackers/list': () => answer({ trackers }),
    'passkeys/remove': () => {
      passkeys = []
      return answer({ removed: true })
    },
    'trackers/revoke': () => {
      trackers = []
      return answer({ revoked: true })
    },
  })
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getByLabelText('Current password'), 'harbour-41')
  await user.type(form.getByLabelText('New password'), 'harbour-42')
  await user.type(form.getByLabelText('Confirm new password'), 'harbour-42')
  await user.click(form.getByRole('button', { name: 'Change password' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Password changed' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Password changed'))
  expect(dialog.getAllByRole('listitem').map(it => it.textContent)).toEqual([
    expect.stringMatching(/^LaptopPasskeyAdded .*Added in the last 30 days/),
    expect.stringMatching(/^A phoneLocation appAdded /),
  ])
  await user.click(dialog.getByRole('button', { name: 'Remove Laptop' }))
  expect(await dialog.findByRole('button', { name: 'Remove A phone' })).toBeTruthy()
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Remove Laptop' })).toBeNull())
  expect(of('passkeys/remove')).toEqual([{ passkeyId: passkey.id }])
  const removePhoneButton = dialog.getByRole('button', { name: 'Remove A phone' })
  await waitFor(() => expect(document.activeElement).toBe(removePhoneButton))
  await user.click(dialog.getByRole('button', { name: 'Remove A phone' }))
  expect(await dialog.findByText(/No passkeys or location apps have/)).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Done'))
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('the PIN is changed with the account password', async () => {
  const { user, of } = await openSettingsAt('/settings/sign-in', {
    'settings/changePin': () => answer({ changed: true }),
  })
  await user.click(screen.getByRole('button', { name: 'Change PIN' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Account password'), 'harbour-41')
  await user.click(dialog.getByLabelText('New PIN, digit 1 of 4'))
  await user.paste('1357')
  await user.click(dialog.getByLabelText('Confirm new PIN, digit 1 of 4'))
  await user.paste('1358')
  await user.click(dialog.getByRole('button', { name: 'Change PIN' }))
  expect(await dialog.findByText('PINs do not match')).toBeTruthy()
  await user.click(dialog.getByLabelText('Confirm new PIN, digit 1 of 4'))
  await user.paste('1357')
  await user.click(dialog.getByRole('button', { name: 'Change PIN' }))
  expect(await screen.findByText('PIN changed')).toBeTruthy()
  expect(of('settings/changePin')).toEqual([{ password: 'harbour-41', pin: '1357' }])
})

it('devices are listed, and another one is revoked after confirmation', async () => {
  const { user, of } = await openSettingsAt('/settings/devices', {
    'auth/revokeDevice': () => answer({ revoked: true }),
  })
  const list = getSection('Signed-in devices')
  expect(await list.findAllByText('Safari on iPhone')).toHaveLength(2)
  expect(list.getAllByText('This device')).toHaveLength(1)
  expect(list.getAllByRole('button', { name: /Revoke/ })).toHaveLength(1)
  await user.click(list.getByRole('button', { name: 'Revoke Safari on iPhone, 192.0.2.2' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sign out device' }))
  await waitFor(() => expect(list.getAllByText('Safari on iPhone')).toHaveLength(1))
  expect(of('auth/revokeDevice')).toEqual([{ sessionId: '0192f0c0-0000-7000-8000-00000000000a' }])
})

it('a failure to load devices is reported', async () => {
  await openSettingsAt('/settings/devices', {
    'auth/devices': () => refusal(403, 'FORBIDDEN', 'You don’t have permission to do this.'),
  })
  expect(await screen.findByText('Failed to load devices')).toBeTruthy()
})

it('the account of a person assigned to a zone cannot be deleted', async () => {
  await openSettingsAt('/settings?card=account')
  const card = getSection('Account protection')
  expect(
    await card.findByText(/^You’re still assigned to a zone\. Ask a zone manager to remove you/),
  ).toBeTruthy()
  expect(card.getByText('Assigned to: North yard')).toBeTruthy()
  expect((card.getByRole('button', { name: 'Delete account' }) as HTMLButtonElement).disabled).toBe(true)
})

const blockedText =
  'You’re still assigned to a zone. Ask a zone manager to remove you, then delete your account.'

it('deleting the account lists what is lost, and signs out', async () => {
  const wrongPasswordText = 'The current password is incorrect.'
  const replies = [
    () => refusal(422, 'WRONG_PASSWORD', wrongPasswordText),
    () => refusal(409, 'ACCOUNT_ASSIGNED', blockedText),
    failNetwork,
    () => answer({ deleted: true as const }),
  ]
  const { app, user, of } = await openSettings(
    { 'settings/deleteMyAccount': () => replies.shift()?.() ?? failNetwork() },
    'app_user',
    [],
    '/settings?card=account',
  )
  await user.click(await screen.findByRole('button', { name: 'Delete account' }))
  const dialog = within(await screen.findByRole('dialog'))
  const listedText = (title: string) => dialog.getByText(title).nextElementSibling?.textContent
  expect(dialog.getAllByRole('listitem').length).toBeGreaterThan(2)
  expect(listedText('Kept without the person’s name because others rely on it:')).not.toContain(
    'security log',
  )
  expect(listedText('Kept under the account’s ID:')).toBe('Security log entries')
  // App users never have scheduled broadcasts.
  expect(dialog.queryByText(/^Scheduled broadcasts/)).toBeNull()
  const deleteButton = dialog.getByRole('button', { name: 'Delete account' })
  await user.click(deleteButton)
  expect(await dialog.findByText('Your password is required')).toBeTruthy()
  await user.type(dialog.getByLabelText('Account password'), 'correct horse')
  await user.click(deleteButton)
  expect(await dialog.findByText(wrongPasswordText)).toBeTruthy()
  expect(of('settings/deleteMyAccount')).toEqual([{ password: 'correct horse' }])
  await user.click(deleteButton)
  // Suspended zones are not listed, but the server counts them.
  expect(await dialog.findByText(blockedText)).toBeTruthy()
  await user.click(deleteButton)
  expect(await dialog.findByText('Failed to delete account. Please try again.')).toBeTruthy()
  await user.click(deleteButton)
  expect(await screen.findByText('Account Deleted')).toBeTruthy()
  await waitFor(() => expect(app.path()).toBe('/login'))
  expect(sessionStore.get()).toBeNull()
  expect(screen.queryByText('You were signed out')).toBeNull()
})

it('a missing session is reported when the account is deleted', async () => {
  const { app, user } = await openSettings(
    { 'settings/deleteMyAccount': () => refusal(401, 'UNAUTHORIZED', 'User not authenticated') },
    'app_user',
    [],
    '/settings?card=account',
  )
  await user.click(await screen.findByRole('button', { name: 'Delete account' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Account password'), 'correct horse')
  await user.click(dialog.getByRole('button', { name: 'Delete account' }))
  expect(await screen.findByText('No active session found. Please log in again.')).toBeTruthy()
  await waitFor(() => expect(app.path()).toContain('/login'))
})

it('a change of e-mail address is requested with the password, shown as pending, and cancelled', async () => {
  let pending: { newEmail: string; askedAt: string } | null = null
  let isEmailTaken = true
  const { user, of } = await openSettings({
    'emailChanges/mine': () => answer({ pending }),
    'emailChanges/request': ({ email }) => {
      if (isEmailTaken) return refusal(409, 'USER_EXISTS', 'User with this email already exists')
      pending = { newEmail: email, askedAt: new Date().toISOString() }
      return answer({ pending })
    },
    'emailChanges/cancel': () => {
      pending = null
      return answer({ cancelled: true })
    },
  })
  const card = getSection('Personal info')
  expect(card.getByText('Only an administrator can change your phone number.')).toBeTruthy()
  expect(card.getByLabelText<HTMLInputElement>('Email').readOnly).toBe(true)
  await user.click(card.getByRole('button', { name: 'Change email' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change email' }))
  await user.type(dialog.getByLabelText('New email'), 'no address')
  await user.type(dialog.getByLabelText('Account password'), 'harbour-42')
  await user.click(dialog.getByRole('button', { name: 'Send link' }))
  expect(await dialog.findByText('Please enter a valid email address.')).toBeTruthy()
  expect(of('emailChanges/request')).toEqual([])
  await user.clear(dialog.getByLabelText('New email'))
  await user.type(dialog.getByLabelText('New email'), 'ana.new@example.org')
  await user.click(dialog.getByRole('button', { name: 'Send link' }))
  expect(await dialog.findByText('User with this email already exists')).toBeTruthy()
  isEmailTaken = false
  await user.click(dialog.getByRole('button', { name: 'Send link' }))
  expect(await screen.findByText('Confirm your new email')).toBeTruthy()
  expect(await card.findByText(/open the link in the email we sent there/)).toBeTruthy()
  expect(of('emailChanges/request').at(-1)).toEqual({ email: 'ana.new@example.org', password: 'harbour-42' })
  await user.click(card.getByRole('button', { name: 'Cancel change' }))
  await waitFor(() => expect(card.queryByText(/open the link in the email we sent there/)).toBeNull())
})
