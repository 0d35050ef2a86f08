import { i18n } from '@lingui/core'
import { errors } from '@muster/contract/errors.ts'
import { personalData } from '@muster/domain/personal-data.ts'
import type { UserStatus } from '@muster/domain/user-status.ts'
import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { connectionStore } from '../../lib/connection-store.ts'
import { zoneSelectionStore } from '../../lib/session/zone-selection-store.ts'
import { answer, failNetwork, fakeServer, type Handlers, refusal } from '../../testing/fake-server.ts'
import { aProfile, aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'
import { statusNames } from '../../ui/badges/status-badge.tsx'
import { aMember, aTeamMember, aTeamZone, memberDetails, peopleServer } from '../users/testing/a-member.ts'
import { anAccount } from './testing/an-account.ts'

const person = anAccount()
const detail = {
  ...person,
  skills: [],
  emergencyContact: { name: null, phone: null, relationship: null },
  zones: [],
  pendingEmail: null as string | null,
  twoStep: false,
  passkeys: 0,
}
const yard = aZone({ name: 'North yard' })

async function openUsers(
  handlers: Handlers = {},
  role: Parameters<typeof createServerHandlers>[0] = 'admin',
  path = '/users',
) {
  const inputs: [string, unknown][] = []
  fakeServer(
    {
      ...createServerHandlers(role, []),
      'accounts/list': () => answer({ rows: [person], next: null }),
      'accounts/count': () => answer({ all: 1, inside: 0, outside: 0, unknown: 1, unseen: 0 }),
      'accounts/detail': () => answer(detail),
      'accounts/zoneChoices': () => answer({ rows: [{ ...yard, assigned: false }], next: null }),
      ...handlers,
    },
    (name, input) => inputs.push([name, input]),
  )
  signIn()
  renderPage(path)
  await screen.findByRole('heading', { name: 'Users Management', level: 1 })
  const listInputs = (name: string) => inputs.filter(([called]) => called === name).map(([, input]) => input)
  return { user: userEvent.setup(), of: listInputs }
}
const findButton = (name: string | RegExp) => screen.findByRole('button', { name })

it('sends search and filters to the server, and says when there are no results', async () => {
  const { user, of } = await openUsers()
  expect(await findButton(/Nila Bose/)).toBeTruthy()
  expect(screen.getByText('1', { exact: true })).toBeTruthy()
  await user.type(screen.getByLabelText('Search by name or email'), 'nila')
  await expect.poll(() => of('accounts/list').at(-1)).toMatchObject({ search: 'nila' })
})

it('suspends the selected accounts that may be suspended, and says how many were refused', async () => {
  const eve = anAccount({ id: '0192f0c0-0000-7000-8000-0000000000a2', firstName: 'Eve' })
  const chief = anAccount({
    id: '0192f0c0-0000-7000-8000-0000000000a3',
    firstName: 'Chief',
    role: 'super_admin',
  })
  const { user, of } = await openUsers({
    'accounts/list': () => answer({ rows: [person, eve, chief], next: null }),
    'security/setAccountStatuses': () =>
      answer({ set: [person.id], refused: [eve.id], undo: [{ to: 'active', ids: [person.id] }] }),
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Select all shown' }))
  const bar = within(await screen.findByRole('region', { name: 'Selection' }))
  expect(bar.getByText('3 selected')).toBeTruthy()
  expect(bar.getByRole('button', { name: 'Activate' })).toHaveProperty('disabled', true)
  await user.click(bar.getByRole('button', { name: 'Suspend' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend 2 accounts?' }))
  expect(dialog.getByText('Nila Bose')).toBeTruthy()
  expect(dialog.queryByText('Chief Bose')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(await screen.findByText('1 account suspended')).toBeTruthy()
  expect(screen.getByText('1 account couldn’t be changed.')).toBeTruthy()
  expect(of('security/setAccountStatuses')).toEqual([{ userIds: [person.id, eve.id], status: 'suspended' }])
  expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await expect
    .poll(() => of('security/setAccountStatuses').at(-1))
    .toEqual({ userIds: [person.id], status: 'active' })
})

it('creates an invitation link to copy if sign-up is by invitation, and offers none if it is open', async () => {
  const settings = createServerHandlers('admin')['auth/settings']().body.json
  const link = 'https://muster.example/#/signup?invitation=one-use'
  const { user, of } = await openUsers({
    'auth/settings': () => answer({ ...settings, signUp: 'invited' as const }),
    'accounts/inviteByLink': () => answer({ link, expiresAt: '2036-01-01T00:00:00.000Z' }),
  })
  await user.click(await findButton('Invite by link'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite by link' }))
  await user.type(dialog.getByLabelText(/Email/), 'nila')
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  expect(await dialog.findByText('Please enter a valid email address.')).toBeTruthy()
  await user.type(dialog.getByLabelText(/Email/), '@example.org')
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  expect(((await dialog.findByLabelText('Invitation link')) as HTMLInputElement).value).toBe(link)
  expect(of('accounts/inviteByLink')).toEqual([{ email: 'nila@example.org' }])
  // The link is shown only once, so a tap outside must not close the dialog.
  await user.click(document.querySelector('.mantine-Modal-overlay, .mantine-Drawer-overlay') as Element)
  expect(dialog.getByLabelText('Invitation link')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Copy link' }))
  expect(await navigator.clipboard.readText()).toBe(link)
  cleanup()
  await openUsers()
  expect(screen.queryByRole('button', { name: 'Invite by link' })).toBeNull()
})

it('creates and invites a new user, and shows next to the field that an email address is taken', async () => {
  let isTaken = true
  const { user, of } = await openUsers({
    'accounts/create': () =>
      isTaken
        ? refusal(409, 'USER_EXISTS', errors.USER_EXISTS.message)
        : answer({ ...person, invited: true }),
  })
  await user.click(await findButton('Add User'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New User' }))
  const roles = within(dialog.getByLabelText('Role')).getAllByRole('option')
  expect(roles.map(it => it.textContent)).toEqual([
    'App User',
    'Zone Manager (Read Only)',
    'Zone Manager (Read/Write)',
    'Client Admin',
  ])
  await user.click(dialog.getByRole('button', { name: 'Create user' }))
  expect(dialog.getAllByText('First name and last name are required').length).toBeGreaterThan(0)
  await expect.poll(() => document.activeElement).toBe(dialog.getByLabelText(/First name/))
  await user.type(dialog.getByLabelText(/First name/), 'Nila')
  await user.type(dialog.getByLabelText(/Last name/), 'Bose')
  await user.type(dialog.getByLabelText(/Email/), 'nila@example.org')
  await user.click(dialog.getByRole('button', { name: 'Create user' }))
  expect((await dialog.findAllByText('User with this email already exists')).length).toBeGreaterThan(0)
  isTaken = false
  await user.click(dialog.getByRole('button', { name: 'Create user' }))
  expect(await screen.findByText('User created successfully')).toBeTruthy()
  expect(of('accounts/create').at(-1)).toMatchObject({
    email: 'nila@example.org',
    role: 'app_user',
    phone: '',
  })
})

it('sends only the changed fields of an edit', async () => {
  const { user, of } = await openUsers(
    { 'accounts/update': () => answer(person) },
    'admin',
    `/users?user=${person.id}`,
  )
  await user.click(await findButton('Edit'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }))
  await user.selectOptions(dialog.getByLabelText('Role'), 'Client Admin')
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('User updated successfully')).toBeTruthy()
  expect(of('accounts/update')).toEqual([{ userId: person.id, role: 'client_admin' }])
})

it('requests a change of email address, which takes effect once confirmed, and shows next to the field that it is taken', async () => {
  let isTaken = true
  const { user, of } = await openUsers(
    {
      'accounts/detail': () => answer({ ...detail, pendingEmail: isTaken ? null : 'nila.b@example.org' }),
      'accounts/changeEmail': () =>
        isTaken
          ? refusal(409, 'USER_EXISTS', errors.USER_EXISTS.message)
          : answer({ pendingEmail: 'nila.b@example.org' }),
      'accounts/update': () => answer(person),
    },
    'admin',
    `/users?user=${person.id}`,
  )
  await user.click(await findButton('Edit'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }))
  const field = dialog.getByLabelText(/^Email/)
  await user.clear(field)
  await user.type(field, 'Nila.B@example.org')
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect((await dialog.findAllByText('User with this email already exists')).length).toBeGreaterThan(0)
  isTaken = false
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Confirmation link sent')).toBeTruthy()
  expect(await screen.findByText(/isn’t confirmed yet/)).toBeTruthy()
  expect(of('accounts/changeEmail')).toEqual(
    Array(2).fill({ userId: person.id, email: 'nila.b@example.org' }),
  )
  expect(of('accounts/update')).toEqual([])
})

it('shows the reason for a failed edit next to its field and nowhere else', async () => {
  const { user } = await openUsers({ 'accounts/update': failNetwork }, 'admin', `/users?user=${person.id}`)
  await user.click(await findButton('Edit'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }))
  await user.selectOptions(dialog.getByLabelText('Role'), 'Client Admin')
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'Failed to update user: the server didn’t respond. Check your connection and try again.',
  )
})

it('lists what a deletion removes before asking for confirmation', async () => {
  const { user, of } = await openUsers(
    {
      'accounts/removal': () =>
        answer({ zones: 2, visits: 1, readings: 1200, scheduledBroadcasts: 3, lastManagerOf: ['Gate 7'] }),
      'accounts/remove': () => answer({ userId: person.id }),
    },
    'admin',
    `/users?user=${person.id}`,
  )
  await user.click(await findButton('Delete'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete User Permanently' }))
  expect(
    await dialog.findByText(/^Zone, group and organisation memberships: 2 zone assignments$/),
  ).toBeTruthy()
  expect(dialog.getByText(/^Visits .*: 1$/)).toBeTruthy()
  expect(dialog.getByText('Position readings: 1,200')).toBeTruthy()
  expect(dialog.getByText(/^3 scheduled broadcasts will be recalled/)).toBeTruthy()
  for (const words of Object.values(personalData).map(kind => i18n._(kind.words)))
    expect(dialog.getByText(words, { exact: false }), words).toBeTruthy()
  expect(dialog.getByText(/^Last manager of Gate 7: only admins/)).toBeTruthy()
  expect(of('accounts/remove')).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Delete user' }))
  expect(await screen.findByText('User deleted permanently')).toBeTruthy()
  // The list is refetched; the details aren't, because the deleted account no longer has any.
  await expect.poll(() => of('accounts/list').length).toBeGreaterThan(1)
  expect(of('accounts/detail')).toHaveLength(1)
  expect(of('accounts/removal')).toHaveLength(1)
})

it('assigns zones by ticking them', async () => {
  const { user, of } = await openUsers(
    { 'accounts/assign': () => answer({ userId: person.id }) },
    'admin',
    `/users?user=${person.id}`,
  )
  await user.click(await findButton('Zone assignments'))
  await user.click(await screen.findByRole('checkbox', { name: 'North yard' }))
  expect(await screen.findByText('Zone assigned successfully')).toBeTruthy()
  expect(of('accounts/assign')).toEqual([{ userId: person.id, zoneId: yard.id }])
})

it('refetches the zones to tick each time, so new ones are listed', async () => {
  const createdZone = aZone({ id: crypto.randomUUID(), name: 'South gate' })
  let zones = [yard]
  const { user } = await openUsers(
    {
      'accounts/zoneChoices': () =>
        answer({ rows: zones.map(it => ({ ...it, assigned: false })), next: null }),
    },
    'admin',
    `/users?user=${person.id}`,
  )
  await user.click(await findButton('Zone assignments'))
  await screen.findByRole('checkbox', { name: 'North yard' })
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('checkbox', { name: 'North yard' })).toBeNull())
  zones = [yard, createdZone]
  await user.click(await findButton('Zone assignments'))
  expect(await screen.findByRole('checkbox', { name: 'South gate' })).toBeTruthy()
})

it('warns when the zones to tick are not live, since an assignment may have changed', async () => {
  const { user } = await openUsers({}, 'admin', `/users?user=${person.id}`)
  await user.click(await findButton('Zone assignments'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Manage Zone Assignments' }))
  await dialog.findByRole('checkbox', { name: 'North yard' })
  act(() => connectionStore.set('offline'))
  expect(await dialog.findByText(/Not live\. This data is from/)).toBeTruthy()
  expect(dialog.getByText('Active').closest('[data-stale]')).not.toBeNull()
})

it('hides stale ticks when they cannot be refetched', async () => {
  let requestCount = 0
  const { user } = await openUsers(
    {
      'accounts/assign': () => answer({ userId: person.id }),
      // A refusal is not retried automatically.
      'accounts/detail': () =>
        requestCount++ === 1 ? refusal(404, 'USER_NOT_FOUND', 'User not found') : answer(detail),
    },
    'admin',
    `/users?user=${person.id}`,
  )
  await user.click(await findButton('Zone assignments'))
  await user.click(await screen.findByRole('checkbox', { name: 'North yard' }))
  expect(await screen.findByText('Failed to load user zone assignments')).toBeTruthy()
  expect(screen.queryByRole('checkbox', { name: 'North yard' })).toBeNull()
  await user.click(await findButton('Retry'))
  expect(await screen.findByRole('checkbox', { name: 'North yard' })).toBeTruthy()
})

it.each(['zone_manager_rw', 'zone_manager_ro', 'client_admin'] as const)(
  'shows a %s the people in their zone with contact and role filter, but no way to create or edit',
  async role => {
    const zone = aZone({ myRole: role, entryExpiresAt: '2036-01-01T00:00:00.000Z' })
    const inputs: unknown[] = []
    fakeServer({
      ...createServerHandlers(role, [zone]),
      ...peopleServer(() => [aMember()]),
      'users/inMyZones': input => {
        inputs.push(input)
        const rows = [
          aTeamMember({
            zones: [aTeamZone(zone, { presence: 'inside', lastSeen: new Date().toISOString() })],
          }),
        ]
        return answer({ rows: input.role ? [] : rows, next: null })
      },
      'users/countInMyZones': () => answer({ all: 1 }),
    })
    signIn()
    renderPage('/users')
    const user = userEvent.setup()
    const card = within(await findButton(/Bo Lind/))
    for (const fact of ['bo.lind@example.org', '+91 11 5550 0100', 'App User', 'Active', 'Inside'])
      expect(card.getByText(fact)).toBeTruthy()
    expect(await screen.findByLabelText(/^1 user\b/)).toBeTruthy()
    expect((await findButton('Add User')).hasAttribute('disabled')).toBe(true)
    await user.click(screen.getByRole('checkbox', { name: 'Select Bo Lind' }))
    const bar = within(await screen.findByRole('region', { name: 'Selection' }))
    expect(bar.getByText('1 selected')).toBeTruthy()
    expect(bar.getByRole('button', { name: 'Export' })).toBeTruthy()
    await user.click(await findButton(/Bo Lind/))
    expect(await screen.findByRole('region', { name: 'Bo Lind' })).toBeTruthy()
    await user.click(screen.getByRole('combobox', { name: 'Role' }))
    await user.click(await screen.findByRole('option', { name: 'Zone Manager (Read Only)' }))
    await expect.poll(() => inputs.at(-1)).toMatchObject({ ofZone: zone.id, role: 'zone_manager_ro' })
    expect(await screen.findByText('No users found')).toBeTruthy()
  },
)

it.each(['manager', 'supervisor'] as const)(
  'shows a %s the name, role, status and presence of the people in their zone, without details',
  async role => {
    const zone = aZone({ myRole: role })
    fakeServer({
      ...createServerHandlers(role, [zone]),
      'users/inMyZones': () =>
        answer({
          rows: [
            aTeamMember({
              userCode: null,
              account: null,
              zones: [aTeamZone(zone, { presence: 'inside', lastSeen: new Date().toISOString() })],
            }),
          ],
          next: null,
        }),
      'users/countInMyZones': () => answer({ all: 1 }),
    })
    signIn()
    const app = renderPage('/users')
    const card = within(await screen.findByRole('list', { name: 'Users in North yard' }))
    for (const fact of ['Bo Lind', 'App User', 'Active', 'Inside']) expect(card.getByText(fact)).toBeTruthy()
    expect(card.queryByRole('button')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Add User' })).toBeNull()
    await app.router.navigate({ to: '/zone-app-users' })
    expect(await screen.findByText('You do not have permission to view users in this zone')).toBeTruthy()
  },
)

it.each([
  ['manager', 'Select a zone to see its users.'],
  ['zone_manager_ro', 'Enter a zone with your PIN to see its users.'],
] as const)('shows a %s without a zone: %s', async (role, text) => {
  fakeServer({
    ...createServerHandlers(role, []),
    'users/inMyZones': () => answer({ rows: [], next: null }),
    'users/countInMyZones': () => answer({ all: 0 }),
  })
  signIn()
  renderPage('/users')
  expect(await screen.findByText(text)).toBeTruthy()
})

it('app users are told that they may not see users', async () => {
  fakeServer(createServerHandlers('app_user', [aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })]))
  signIn()
  renderPage('/users')
  expect(await screen.findByText('You do not have permission to view users in this zone')).toBeTruthy()
})

it('resets two-step sign-in after a confirmation, and only if it is on', async () => {
  const { user, of } = await openUsers({
    'accounts/detail': () => answer({ ...detail, twoStep: true }),
    'security/resetTwoStep': () => answer({ userId: person.id }),
  })
  await user.click(await findButton(/Nila Bose/))
  await user.click(await findButton('Reset two-step sign-in'))
  const dialog = within(await screen.findByRole('dialog', { name: /^Reset two-step sign-in for/ }))
  expect(of('security/resetTwoStep')).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Reset two-step sign-in' }))
  expect(await screen.findByText('Two-step sign-in reset')).toBeTruthy()
  expect(of('security/resetTwoStep')).toEqual([{ userId: person.id }])
})

it.each([
  ['active', 'Suspend Nila Bose', 'Suspend', 'suspended'],
  ['inactive', 'Activate Nila Bose', 'Activate', 'active'],
  ['suspended', 'Activate Nila Bose', 'Activate', 'active'],
] as const)('changes the status from %s to another: %s', async (from, act, label, to) => {
  let status: UserStatus = from
  const { user, of } = await openUsers(
    {
      'accounts/detail': () => answer({ ...detail, status }),
      'security/setAccountStatus': input => {
        status = to
        return answer(input)
      },
    },
    'admin',
    `/users?user=${person.id}`,
  )
  await user.click(await findButton(act))
  const dialog = within(await screen.findByRole('dialog', { name: `${act}?` }))
  expect(of('security/setAccountStatus')).toEqual([])
  await user.click(dialog.getByRole('button', { name: label }))
  expect(await screen.findByText('User updated successfully')).toBeTruthy()
  expect(of('security/setAccountStatus')).toEqual([{ userId: person.id, status: to }])
  const drawer = within(screen.getByRole('region', { name: /Nila Bose/ }))
  expect(await drawer.findByText(statusNames[to])).toBeTruthy()
  // The current status is not offered as an action.
  expect(screen.queryByRole('button', { name: act })).toBeNull()
})

it('shows inactive as a status of its own, on cards and as a filter stored in the URL', async () => {
  const inactive = anAccount({ status: 'inactive' })
  const { user, of } = await openUsers({
    'accounts/list': ({ status }) =>
      answer({ rows: status === undefined || status === 'inactive' ? [inactive] : [], next: null }),
  })
  expect(within(await findButton(/Nila Bose/)).getByText('Inactive')).toBeTruthy()
  await user.click(screen.getByRole('combobox', { name: 'Status' }))
  await user.click(await screen.findByRole('option', { name: 'Suspended' }))
  expect(await screen.findByText('No users found')).toBeTruthy()
  await user.click(screen.getByRole('combobox', { name: 'Status' }))
  await user.click(await screen.findByRole('option', { name: 'Inactive' }))
  expect(await findButton(/Nila Bose/)).toBeTruthy()
  expect(of('accounts/list').map(input => (input as { status?: string }).status)).toEqual([
    undefined,
    'suspended',
    'inactive',
  ])
})

it('account details show that they are not live, and lose every green mark', async () => {
  await openUsers({}, 'admin', `/users?user=${person.id}`)
  const details = within(await screen.findByRole('region', { name: 'Nila Bose' }))
  await details.findByText('Active')
  // No event reports changes to accounts, so their age counts from the last fetch, not from the last message from the server.
  act(() => connectionStore.set('live'))
  vi.useFakeTimers({ now: Date.now() + 120_000, toFake: ['Date'] })
  act(() => {
    connectionStore.recordMessage()
    connectionStore.set('offline')
  })
  const note = await screen.findByText(/Not live\. This data is from/)
  expect(note.textContent).toContain('2 min ago')
  expect(details.getByText('Active').closest('[data-stale]')).not.toBeNull()
})

it('shows a person who manages several zones the people in all of them, with the zones each is assigned to', async () => {
  const enteredAccess = { myRole: 'client_admin' as const, entryExpiresAt: '2036-01-01T00:00:00.000Z' }
  const [north, south] = [
    aZone(enteredAccess),
    aZone({ ...enteredAccess, id: crypto.randomUUID(), name: 'South gate' }),
  ]
  zoneSelectionStore.set(aProfile().id, north.id)
  fakeServer({
    ...createServerHandlers('client_admin', [north, south]),
    ...peopleServer(() => [aMember()]),
    'users/inMyZones': () =>
      answer({
        rows: [
          aTeamMember({
            userId: person.id,
            firstName: 'Nila',
            lastName: 'Bose',
            zones: [north, south].map(zone => aTeamZone(zone)),
            zoneCount: 2,
          }),
        ],
        next: null,
      }),
    'users/countInMyZones': ({ ofZone }) => answer({ all: ofZone ? 1 : 7 }),
  })
  signIn()
  const app = renderPage('/users')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('radio', { name: 'All my zones' }))
  const zones = within(await screen.findByRole('list', { name: 'Zones of Nila Bose' }))
  expect(zones.getAllByRole('button').map(it => it.textContent)).toEqual(['North yard', 'South gate'])
  expect(app.path()).toContain('zones=all')
  expect(await screen.findByLabelText(/^7 users/)).toBeTruthy()
  await user.click(zones.getByRole('button', { name: 'South gate' }))
  await vi.waitFor(() => expect(app.path()).toBe(`/zone-app-users?user=${person.id}`))
})

it('never shows the people of the previous zone under another one', async () => {
  const enteredAccess = { myRole: 'client_admin' as const, entryExpiresAt: '2036-01-01T00:00:00.000Z' }
  const [north, south] = [
    aZone(enteredAccess),
    aZone({ ...enteredAccess, id: crypto.randomUUID(), name: 'South gate' }),
  ]
  zoneSelectionStore.set(aProfile().id, north.id)
  let release: () => void = () => undefined
  const pendingReply = new Promise<void>(resolve => (release = resolve))
  fakeServer({
    ...createServerHandlers('client_admin', [north, south]),
    'users/inMyZones': async ({ ofZone }) => {
      if (ofZone === south.id) await pendingReply
      const rows = ofZone === south.id ? [] : [aTeamMember({ zones: [aTeamZone(north)] })]
      return answer({ rows, next: null })
    },
    'users/countInMyZones': () => answer({ all: 1 }),
  })
  signIn()
  renderPage('/users')
  expect(await findButton(/Bo Lind/)).toBeTruthy()
  act(() => zoneSelectionStore.set(aProfile().id, south.id))
  await expect.poll(() => screen.queryByText('Bo Lind')).toBeNull()
  release()
  expect(await screen.findByText('No users assigned to this zone yet.')).toBeTruthy()
})

it('names the list of accounts, and links the emergency contact to call them', async () => {
  const contact = { name: 'Mira Bose', phone: '+91 11 5550 0199', relationship: 'Sister' }
  await openUsers(
    { 'accounts/detail': () => answer({ ...detail, emergencyContact: contact }) },
    'admin',
    `/users?user=${person.id}`,
  )
  const details = within(await screen.findByRole('region', { name: 'Nila Bose' }))
  const phone = await details.findByRole('link', { name: '+91 11 5550 0199' })
  expect(phone.getAttribute('href')).toBe('tel:+911155500199')
  expect(screen.getByRole('list', { name: 'All users' })).toBeTruthy()
})

it("leads from an account to the person's role and day in a zone, and lets super admins add them to one", async () => {
  const { id: userId, firstName, lastName, email } = person
  const assignment = {
    zoneId: yard.id,
    name: yard.name,
    status: 'active' as const,
    role: 'app_user' as const,
    invited: false,
    assignedAt: person.createdAt,
    presence: 'outside' as const,
    lastSeen: null,
  }
  const { user } = await openUsers(
    {
      'accounts/detail': () => answer({ ...detail, zones: [assignment] }),
      'users/detail': () =>
        answer({ person: aMember({ userId, firstName, lastName, email }), member: memberDetails() }),
    },
    'super_admin',
    `/users?user=${userId}`,
  )
  const details = within(await screen.findByRole('region', { name: 'Nila Bose' }))
  expect(await details.findByRole('button', { name: 'Suspend Nila Bose' })).toBeTruthy()
  await user.click(details.getByRole('radio', { name: 'In the zone' }))
  expect(await details.findByRole('button', { name: 'Change role' })).toBeTruthy()
  expect(details.getByRole('link', { name: 'Day on the map' }).getAttribute('href')).toContain(userId)
  await user.click(details.getByRole('radio', { name: 'Account' }))
  await user.click(await details.findByRole('button', { name: 'Add to a zone' }))
  expect(await screen.findByRole('dialog', { name: 'Add User by Code' })).toBeTruthy()
})
