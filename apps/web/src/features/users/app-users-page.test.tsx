import type { MemberDetails, ZonePerson, ZoneUser } from '@muster/contract/users.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { FakeSocket } from '../../live/fake-socket.ts'
import { answer, fakeServer, refusal } from '../../testing/fake-server.ts'
import { aZone, serverFor, signIn } from '../../testing/people.ts'
import { aChange } from '../../testing/presence-events.ts'
import { renderApp } from '../../testing/render.tsx'
import { anAccount } from '../accounts/testing/an-account.ts'
import { aMember, anInvited, peopleServer } from './testing/a-member.ts'

const me = '0192f0c0-0000-7000-8000-000000000001'
const entryExpiresAt = '2036-01-01T00:00:00.000Z'
const zone = aZone({ myRole: 'zone_manager_rw', entryExpiresAt })
const bo = aMember({ presence: 'inside', lastSeen: new Date().toISOString() })
const self = aMember({ userId: me, firstName: 'Ana', lastName: 'Ruiz', zoneRole: 'zone_manager_rw' })
const eve = aMember({
  userId: '0192f0c0-0000-7000-8000-000000000009',
  firstName: 'Eve',
  lastName: 'Oz',
  email: 'eve@example.org',
  userCode: 'MUS-ZZZZ-ZZZZ-ZZZZ',
})

function managerServer(
  users: () => ZonePerson[],
  role: 'zone_manager_rw' | 'zone_manager_ro' = 'zone_manager_rw',
  detailsOf?: (userId: string) => Partial<MemberDetails>,
) {
  sessionStorage.setItem(`muster.zone.${me}`, zone.id)
  signIn()
  return {
    ...serverFor(role, [{ ...zone, myRole: role }]),
    ...peopleServer(users, detailsOf),
  }
}
const shown = () =>
  within(screen.getByRole('list', { name: 'Users in North yard' }))
    .getAllByRole('button')
    .map(card => card.textContent ?? '')

it('the filter cards count and filter; search finds by user code', async () => {
  fakeServer(managerServer(() => [bo, self, eve]))
  const app = renderApp('/zone-app-users')
  const user = userEvent.setup()
  const inside = await screen.findByRole('button', { name: /Inside Zone\s*1/ })
  expect(screen.getByRole('button', { name: /Total Users\s*3/ }).getAttribute('aria-pressed')).toBe('true')
  await user.click(inside)
  await waitFor(() => expect(shown()).toHaveLength(1))
  expect(shown()[0]).toContain('Bo Lind')
  expect(app.path()).toContain('presence=inside')
  await user.type(screen.getByRole('searchbox'), 'zzzz')
  await screen.findByText('No users match your search criteria.')
  await user.click(screen.getByRole('button', { name: /Total Users\s*3/ }))
  await waitFor(() => expect(shown()[0]).toContain('Eve Oz'))
})

it('counts that could not be read are no zero, and the list stands', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  fakeServer({ ...managerServer(() => [bo, eve]), 'users/counts': () => refusal(403, 'FORBIDDEN', 'No') })
  renderApp('/zone-app-users')
  await waitFor(() => expect(shown()).toHaveLength(2))
  expect(await screen.findByRole('button', { name: /Total Users\s*–/ })).toBeTruthy()
})

it('Add User by Code sends the code trimmed and upper-cased, and reads the list again', async () => {
  let users = [self]
  const inputs: unknown[] = []
  fakeServer({
    ...managerServer(() => users),
    'users/addByCode': input => {
      inputs.push(input)
      users = [self, bo]
      return answer({ userId: bo.userId, userName: 'Bo Lind' })
    },
  })
  renderApp('/zone-app-users')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Add User' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add User by Code' }))
  await user.click(dialog.getByRole('button', { name: 'Add User' }))
  expect(await dialog.findByText('Please enter a user code')).toBeTruthy()
  await user.type(dialog.getByLabelText(/User code/), '  mus-bbbb-cccc-dddd ')
  await user.click(dialog.getByLabelText('Zone Manager (RO)'))
  await user.click(dialog.getByRole('button', { name: 'Add User' }))
  expect(await screen.findByText('User Added Successfully')).toBeTruthy()
  expect(screen.getByText('Bo Lind is invited to North yard until they enter it.')).toBeTruthy()
  expect(inputs).toEqual([{ zoneId: zone.id, userCode: 'MUS-BBBB-CCCC-DDDD', role: 'zone_manager_ro' }])
  await waitFor(() => expect(shown()).toHaveLength(2))
})

it.each([
  [404, 'INVALID_CODE', 'Invalid user code. Please check the code and try again.'],
  [409, 'ALREADY_ASSIGNED', 'User is already assigned to this zone.'],
  [403, 'ADD_USER_FORBIDDEN', 'You do not have permission to add users to this zone.'],
  [503, 'SERVICE_UNAVAILABLE', 'Failed to add user to zone.'],
] as const)('adding fails with %i %s: %s', async (status, code, text) => {
  const message = code === 'SERVICE_UNAVAILABLE' ? 'Down' : text
  fakeServer({ ...managerServer(() => [self]), 'users/addByCode': () => refusal(status, code, message) })
  renderApp('/zone-app-users')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Add User' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add User by Code' }))
  await user.type(dialog.getByLabelText(/User code/), 'nope{Enter}')
  expect(await dialog.findByText(text)).toBeTruthy()
  expect(dialog.getByLabelText<HTMLInputElement>(/User code/).value).toBe('NOPE')
})

it.each(['/zone-app-users', '/zone-manager'])(
  '%s: who is only invited shows as Invited with name and code, and counts as not checked in',
  async address => {
    const cy = anInvited()
    fakeServer(managerServer(() => [bo, cy]))
    renderApp(address)
    const list = within(await screen.findByRole('list', { name: 'Users in North yard' }))
    const card = list.getByText('Cy Novak').closest('button, article')
    expect(card?.textContent).toBe('CNCy NovakMUS-CCCC-DDDD-EEEEInvitedApp User')
    expect(screen.getByText('Total Users').parentElement?.parentElement?.textContent).toContain('2')
  },
)

it('the details of who is invited say why there is no more, and let managers take the invitation back', async () => {
  const cy = anInvited()
  let people: ZonePerson[] = [cy, self]
  fakeServer({
    ...managerServer(() => people),
    'users/unlink': () => {
      people = [self]
      return answer({ userId: cy.userId })
    },
  })
  renderApp(`/zone-app-users?user=${cy.userId}`)
  const user = userEvent.setup()
  const drawer = within(await screen.findByRole('region', { name: 'Cy Novak' }))
  expect(drawer.getByText('Invited')).toBeTruthy()
  expect(drawer.getByText(cy.userCode)).toBeTruthy()
  expect(drawer.getByText(/Contact and presence show here once they enter North yard/)).toBeTruthy()
  expect(drawer.queryByText('Email')).toBeNull()
  await user.click(drawer.getByRole('button', { name: 'Unlink from Zone' }))
  const ask = within(await screen.findByRole('dialog', { name: 'Unlink Cy Novak' }))
  await user.click(ask.getByRole('button', { name: 'Unlink from Zone' }))
  await waitFor(() => expect(screen.queryByText('Cy Novak')).toBeNull())
})

it('Unlink asks in the exact words, removes at once, and agrees with the server', async () => {
  let users = [self, bo]
  const inputs: unknown[] = []
  fakeServer({
    ...managerServer(() => users),
    'users/unlink': input => {
      inputs.push(input)
      users = [self]
      return answer({ userId: bo.userId })
    },
  })
  const app = renderApp(`/zone-app-users?user=${bo.userId}`)
  const user = userEvent.setup()
  const drawer = within(await screen.findByRole('region', { name: 'Bo Lind' }))
  expect(drawer.getByText('MUS-BBBB-CCCC-DDDD')).toBeTruthy()
  await user.click(drawer.getByRole('button', { name: 'Unlink from Zone' }))
  const ask = within(await screen.findByRole('dialog', { name: 'Unlink Bo Lind' }))
  expect(
    ask.getByText(
      'Are you sure you want to unlink this user from the zone? This action cannot be undone. The user will lose access to this zone and all associated data.',
    ),
  ).toBeTruthy()
  await user.click(ask.getByRole('button', { name: 'Unlink from Zone' }))
  expect(await screen.findByText('User unlinked from zone successfully')).toBeTruthy()
  expect(inputs).toEqual([{ zoneId: zone.id, userId: bo.userId }])
  await waitFor(() => expect(app.path()).not.toContain('user='))
  await waitFor(() => expect(shown()).toHaveLength(1))
})

it('Add back adds who was unlinked anew, in their role and by the rules of adding', async () => {
  let users = [self, bo]
  const added: unknown[] = []
  let declined = false
  fakeServer({
    ...managerServer(() => users),
    'users/unlink': () => {
      users = [self]
      return answer({ userId: bo.userId })
    },
    'users/addByCode': input => {
      if (declined) return refusal(409, 'INVITATION_DECLINED', 'They declined.')
      added.push(input)
      users = [self, bo]
      return answer({ userId: bo.userId, userName: 'Bo Lind' })
    },
  })
  renderApp(`/zone-app-users?user=${bo.userId}`)
  const user = userEvent.setup()
  const unlink = async () => {
    const drawer = within(await screen.findByRole('region', { name: 'Bo Lind' }))
    await user.click(drawer.getByRole('button', { name: 'Unlink from Zone' }))
    const ask = within(await screen.findByRole('dialog', { name: 'Unlink Bo Lind' }))
    await user.click(ask.getByRole('button', { name: 'Unlink from Zone' }))
    await user.click(await screen.findByRole('button', { name: 'Add back' }))
  }
  await unlink()
  expect(
    await screen.findByText(`Bo Lind is invited to ${zone.name} again until they enter it.`),
  ).toBeTruthy()
  expect(added).toEqual([{ zoneId: zone.id, userCode: bo.userCode, role: bo.zoneRole }])
  await waitFor(() => expect(shown()).toHaveLength(2))
  expect(screen.queryByRole('button', { name: 'Add back' })).toBeNull()

  declined = true
  await user.click(screen.getByRole('button', { name: /Bo Lind/ }))
  await unlink()
  expect(await screen.findByText('Bo Lind could not be added again')).toBeTruthy()
})

it('a refused unlink keeps the dialog and says why; nobody unlinks themselves', async () => {
  fakeServer({
    ...managerServer(() => [self, bo]),
    'users/unlink': () => refusal(409, 'LAST_MANAGER', 'The last zone manager of a zone cannot be removed.'),
  })
  renderApp(`/zone-app-users?user=${bo.userId}`)
  const user = userEvent.setup()
  const drawer = within(await screen.findByRole('region', { name: 'Bo Lind' }))
  await user.click(drawer.getByRole('button', { name: 'Unlink from Zone' }))
  const ask = within(await screen.findByRole('dialog', { name: 'Unlink Bo Lind' }))
  await user.click(ask.getByRole('button', { name: 'Unlink from Zone' }))
  expect(await ask.findByText('The last zone manager of a zone cannot be removed.')).toBeTruthy()
})

it('the details of oneself have no Unlink', async () => {
  fakeServer(managerServer(() => [self, bo]))
  renderApp(`/zone-app-users?user=${me}`)
  const drawer = within(await screen.findByRole('region', { name: 'Ana Ruiz' }))
  expect(await drawer.findByText('Global role')).toBeTruthy()
  expect(drawer.queryByRole('button', { name: 'Unlink from Zone' })).toBeNull()
})

it('a read-only manager looks and changes nothing', async () => {
  fakeServer(managerServer(() => [bo], 'zone_manager_ro'))
  renderApp(`/zone-app-users?user=${bo.userId}`)
  const drawer = within(await screen.findByRole('region', { name: 'Bo Lind' }))
  expect(drawer.queryByRole('button', { name: 'Unlink from Zone' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add User' })).toBeNull()
})

it('where a member was last seen shows in the details, which the server notes, and not in the list', async () => {
  const located = { ...bo, position: { lat: 28.6, lng: 77.2, accuracyMeters: 6 } }
  const calls = fakeServer(managerServer(() => [located, eve]))
  const app = renderApp('/zone-app-users')
  await waitFor(() => expect(shown()).toHaveLength(2))
  expect(calls).not.toContain('users/detail')
  expect(shown().join()).not.toContain('28.6')
  app.unmount()
  renderApp(`/zone-app-users?user=${bo.userId}`)
  const drawer = within(await screen.findByRole('region', { name: 'Bo Lind' }))
  expect((await drawer.findByText('Last position')).nextElementSibling?.textContent).toContain('28.6')
})

it('a member may not see the users', async () => {
  fakeServer(serverFor('app_user', [{ ...zone, myRole: 'app_user' }]))
  sessionStorage.setItem(`muster.zone.${me}`, zone.id)
  signIn()
  renderApp('/zone-app-users')
  expect(await screen.findByText('You do not have permission to view users in this zone')).toBeTruthy()
})

it('ten thousand people: only those near the screen are rendered', async () => {
  const many = Array.from({ length: 10_000 }, (_, n) => ({ ...bo, userId: `user-${n}` }))
  const calls = fakeServer(managerServer(() => many))
  renderApp('/zone-app-users')
  const list = await screen.findByRole('list', { name: 'Users in North yard' })
  const rendered = within(list).getAllByRole('listitem')
  expect(rendered.length).toBeLessThan(60)
  expect(rendered[0]?.getAttribute('aria-setsize')).toBe('10000')
  expect(calls.filter(name => name === 'users/inZone')).toHaveLength(1)
})

it('an admin without a zone is asked to select one, right here', async () => {
  fakeServer({
    ...serverFor('admin', [zone]),
    ...peopleServer(() => [bo]),
  })
  signIn()
  renderApp('/zone-app-users')
  expect(await screen.findByText('Please select a zone to view users')).toBeTruthy()
  const user = userEvent.setup()
  await user.click(screen.getByRole('combobox', { name: 'Zone' }))
  await user.click(await screen.findByRole('option', { name: 'North yard' }))
  await waitFor(() => expect(shown()[0]).toContain('Bo Lind'))
})

it('a super admin sees everybody, found and filtered by the server, or one zone', async () => {
  const asked: unknown[] = []
  fakeServer({
    ...serverFor('super_admin', [zone]),
    ...peopleServer(() => [bo]),
    'accounts/list': input => {
      asked.push(input)
      return answer({ rows: [anAccount({ firstName: 'Nila', presence: 'inside' })], next: null })
    },
    'accounts/count': () => answer({ all: 12, inside: 3, outside: 4, unknown: 5, unseen: 1 }),
  })
  signIn()
  renderApp('/zone-app-users')
  const user = userEvent.setup()
  expect(await screen.findByRole('button', { name: /Nila/ })).toBeTruthy()
  expect(screen.getByText('2 seen lately, 1 not')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /Inside Zone\s*3/ }))
  await user.type(screen.getByRole('searchbox', { name: 'Search by name, email or user code' }), 'mus-b')
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ presence: 'inside', search: 'mus-b' }))
  await user.click(screen.getByRole('combobox', { name: 'Zone' }))
  await user.click(await screen.findByRole('option', { name: 'North yard' }))
  await user.clear(screen.getByRole('searchbox', { name: 'Search by name, email or user code' }))
  await waitFor(() => expect(shown()[0]).toContain('Bo Lind'))
  await user.click(screen.getByRole('combobox', { name: 'Zone' }))
  await user.click(await screen.findByRole('option', { name: 'All zones' }))
  expect(await screen.findByRole('button', { name: /Nila/ })).toBeTruthy()
})

it('a link with a code opens the dialog with it filled in; who may not add is told', async () => {
  const inputs: unknown[] = []
  fakeServer({
    ...managerServer(() => [self]),
    'users/addByCode': input => {
      inputs.push(input)
      return answer({ userId: bo.userId, userName: 'Bo Lind' })
    },
  })
  const app = renderApp('/zone-app-users?add=mus-bbbb-cccc-dddd')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add User by Code' }))
  expect(dialog.getByLabelText<HTMLInputElement>(/User code/).value.toUpperCase()).toBe('MUS-BBBB-CCCC-DDDD')
  await userEvent.click(dialog.getByRole('button', { name: 'Add User' }))
  await waitFor(() => expect(inputs).toMatchObject([{ userCode: 'MUS-BBBB-CCCC-DDDD', role: 'app_user' }]))
  await waitFor(() => expect(app.path()).not.toContain('add='))
  app.unmount()
  fakeServer(managerServer(() => [self], 'zone_manager_ro'))
  renderApp('/zone-app-users?add=MUS-BBBB-CCCC-DDDD')
  expect(await screen.findByText('You do not have permission to add users to this zone.')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('a manager gives a member another role, up to their own; a read-only one, and oneself, cannot', async () => {
  const inputs: unknown[] = []
  fakeServer({
    ...managerServer(() => [bo, self]),
    'users/changeRole': input => {
      inputs.push(input)
      return answer({ userId: bo.userId, role: 'zone_manager_ro' })
    },
  })
  const app = renderApp(`/zone-app-users?user=${bo.userId}`)
  const drawer = within(await screen.findByRole('region', { name: 'Bo Lind' }))
  await userEvent.click(drawer.getByRole('button', { name: 'Change role' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change role' }))
  expect(dialog.getAllByRole('radio').map(radio => radio.getAttribute('value'))).toEqual([
    'app_user',
    'zone_manager_ro',
    'zone_manager_rw',
  ])
  await userEvent.click(dialog.getByLabelText('Zone Manager (RO)'))
  await userEvent.click(dialog.getByRole('button', { name: 'Change role' }))
  expect(await screen.findByText('Bo Lind is Zone Manager (RO) for North yard now.')).toBeTruthy()
  expect(inputs).toEqual([{ zoneId: zone.id, userId: bo.userId, role: 'zone_manager_ro' }])
  app.unmount()
  const own = renderApp(`/zone-app-users?user=${me}`)
  const mine = within(await screen.findByRole('region', { name: 'Ana Ruiz' }))
  expect(mine.queryByRole('button', { name: 'Change role' })).toBeNull()
  own.unmount()
  fakeServer(managerServer(() => [bo], 'zone_manager_ro'))
  renderApp(`/zone-app-users?user=${bo.userId}`)
  const looked = within(await screen.findByRole('region', { name: 'Bo Lind' }))
  expect(looked.queryByRole('button', { name: 'Change role' })).toBeNull()
})

it('Zone Users counts, skips who is incomplete, and searches', async () => {
  fakeServer(managerServer(() => [bo, eve, aMember({ userId: 'x', lastName: '' })]))
  renderApp('/zone-manager')
  const list = within(await screen.findByRole('list', { name: 'Users in North yard' }))
  expect(list.getAllByRole('article')).toHaveLength(2)
  const eves = within(list.getByRole('article', { name: 'Eve Oz' }))
  expect(eves.getByText('No Data')).toBeTruthy()
  expect(eves.getByText(/Never tracked/)).toBeTruthy()
  expect(screen.getByText('Active Requests')).toBeTruthy()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search by name or email' }), 'nobody')
  expect(await screen.findByText('No users match your search criteria.')).toBeTruthy()
})

it('a locked PIN is shown to those who may reset it, and Reset PIN gives new tries', async () => {
  let pin: MemberDetails['pin'] = 'locked'
  const inputs: unknown[] = []
  fakeServer({
    ...managerServer(
      () => [self, bo],
      'zone_manager_rw',
      () => ({ pin }),
    ),
    'users/resetPin': input => {
      inputs.push(input)
      pin = 'open'
      return answer({ userId: bo.userId })
    },
  })
  renderApp(`/zone-app-users?user=${bo.userId}`)
  const drawer = within(await screen.findByRole('region', { name: 'Bo Lind' }))
  expect(await drawer.findByText('Locked')).toBeTruthy()
  await userEvent.click(drawer.getByRole('button', { name: 'Reset PIN' }))
  expect(await screen.findByText('PIN reset')).toBeTruthy()
  expect(inputs).toEqual([{ zoneId: zone.id, userId: bo.userId }])
  await waitFor(() => expect(drawer.queryByText('Locked')).toBeNull())
  expect(drawer.queryByRole('button', { name: 'Reset PIN' })).toBeNull()
})

it('the details show the emergency contact and since when the account exists', async () => {
  const contact = { name: 'Ida Lind', phone: '+44 20 1234 5678', relationship: 'Sister' }
  fakeServer(
    managerServer(
      () => [bo, eve],
      'zone_manager_rw',
      userId =>
        userId === bo.userId
          ? { emergencyContact: contact, accountCreatedAt: '2025-03-04T12:00:00.000Z' }
          : {},
    ),
  )
  const app = renderApp(`/zone-app-users?user=${bo.userId}`)
  const fact = (drawer: ReturnType<typeof within>, name: string) => drawer.getByText(name).nextElementSibling
  const drawer = within(await screen.findByRole('region', { name: 'Bo Lind' }))
  await drawer.findByText('Emergency contact')
  expect(fact(drawer, 'Emergency contact')?.textContent).toBe('Ida LindSister+44 20 1234 5678')
  expect(drawer.getByRole('link', { name: contact.phone }).getAttribute('href')).toBe('tel:+442012345678')
  expect(fact(drawer, 'Account created')?.querySelector('time')?.dateTime).toBe('2025-03-04T12:00:00.000Z')
  app.unmount()
  renderApp(`/zone-app-users?user=${eve.userId}`)
  const other = within(await screen.findByRole('region', { name: 'Eve Oz' }))
  await other.findByText('Emergency contact')
  expect(fact(other, 'Emergency contact')?.textContent).toBe('Not given')
})

it('a picture whose link ran out has the list asked again, once', async () => {
  let asked = 0
  const position = { lat: 28.6, lng: 77.2, accuracyMeters: 6 }
  const fake = managerServer(() => [{ ...bo, profileImageUrl: `/file/photo?${asked}`, position }, eve])
  const calls = fakeServer({
    ...fake,
    'users/inZone': input => {
      asked += 1
      return fake['users/inZone'](input)
    },
  })
  renderApp('/zone-app-users')
  await waitFor(() => expect(shown()).toHaveLength(2))
  const picture = () => document.querySelector<HTMLImageElement>('img[src^="/file/photo"]')
  expect(picture()?.getAttribute('src')).toBe('/file/photo?1')
  picture()?.dispatchEvent(new Event('error'))
  await waitFor(() => expect(picture()?.getAttribute('src')).toBe('/file/photo?2'))
  // The new link fails as well: it is not the age of the link.
  picture()?.dispatchEvent(new Event('error'))
  // What opening the details sends goes the same way: the list, asked again, would have come before it.
  await userEvent.click(screen.getByRole('button', { name: /Bo Lind/ }))
  await waitFor(() => expect(calls).toContain('users/detail'))
  expect(calls.filter(name => name === 'users/inZone')).toHaveLength(2)
})

it.each([
  ['/zone-app-users', 'button'],
  ['/zone-manager', 'article'],
] as const)('on %s somebody who comes in by themselves is tinted and announced', async (address, role) => {
  FakeSocket.made = []
  vi.stubGlobal('WebSocket', FakeSocket)
  let users = [{ ...eve, presence: 'outside' as ZoneUser['presence'] }, self]
  fakeServer(managerServer(() => users))
  renderApp(address)
  const card = async () =>
    within(await screen.findByRole('list', { name: 'Users in North yard' })).getByRole(role, {
      name: /Eve Oz/,
    })
  expect((await card()).dataset.changed).toBeUndefined()
  await waitFor(() => expect(FakeSocket.made).toHaveLength(1))
  const at = new Date().toISOString()
  users = [{ ...eve, presence: 'inside', lastSeen: at, insideSince: at }, self]
  act(() => {
    FakeSocket.last.open()
    FakeSocket.last.say({
      type: 'event',
      cursor: '11',
      topic: `zone:${zone.id}`,
      event: aChange({ zoneId: zone.id, userId: eve.userId, name: 'Eve Oz', at, entryTime: at }),
    })
  })
  await waitFor(async () => expect((await card()).dataset.changed).toBe('true'))
  await waitFor(
    () => expect(screen.getByTestId('live-region').textContent).toBe('Eve Oz entered North yard'),
    { timeout: 2000 },
  )
})
