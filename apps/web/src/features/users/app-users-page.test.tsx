import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ZoneUser } from '@muster/contract/users.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeSocket } from '../../live/fake-socket.ts'
import { answer, fakeServer, refusal } from '../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { aPresenceChange } from '../../testing/presence-events.ts'
import { renderPage } from '../../testing/render.tsx'
import { anAccount } from '../accounts/testing/an-account.ts'
import { aRequest } from '../sharing/testing/a-request.ts'
import { aMember, memberDetails, peopleServer } from './testing/a-member.ts'
import { bo, eve, getCardTexts, managerServer, me, self, zone } from './testing/manager-server.ts'

afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

it('the filter cards count and filter people, and the search finds them by user code', async () => {
  fakeServer(managerServer(() => [bo, self, eve]))
  const app = renderPage('/zone-app-users')
  const user = userEvent.setup()
  const insideCard = await screen.findByRole('button', { name: /Inside Zone\s*1/ })
  expect(screen.getByRole('button', { name: /Total Users\s*3/ }).getAttribute('aria-pressed')).toBe('true')
  await user.click(insideCard)
  await waitFor(() => expect(getCardTexts()).toHaveLength(1))
  expect(getCardTexts()[0]).toContain('Bo Lind')
  expect(app.path()).toContain('presence=inside')
  await user.type(screen.getByRole('searchbox'), 'zzzz')
  await screen.findByText('No users match your search criteria.')
  await user.click(screen.getByRole('button', { name: /Total Users\s*3/ }))
  await waitFor(() => expect(getCardTexts()[0]).toContain('Eve Oz'))
})

it('the filter lists only people inside who were not seen recently', async () => {
  const lastSeen = new Date(Date.now() - 3_600_000).toISOString()
  const ida = { ...bo, firstName: 'Ida', userId: self.userId, assignmentId: self.assignmentId, lastSeen }
  fakeServer(managerServer(() => [bo, ida, eve]))
  const app = renderPage('/zone-app-users')
  await userEvent.click(await screen.findByRole('button', { name: /not seen recently/ }))
  await waitFor(() => expect(getCardTexts()).toHaveLength(1))
  expect(getCardTexts()[0]).toContain('Ida')
  expect(app.path()).toContain('presence=unseen')
})

it('the cards do not show zero if the counts fail to load, and the list is still shown', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  fakeServer({ ...managerServer(() => [bo, eve]), 'users/counts': () => refusal(403, 'FORBIDDEN', 'No') })
  renderPage('/zone-app-users')
  await waitFor(() => expect(getCardTexts()).toHaveLength(2))
  expect(await screen.findByRole('button', { name: /Total Users\s*–/ })).toBeTruthy()
})

it('a read-only manager sees users but cannot change anything', async () => {
  fakeServer(managerServer(() => [bo], 'zone_manager_ro'))
  renderPage(`/zone-app-users?user=${bo.userId}`)
  const drawer = within(await screen.findByRole('region', { name: 'Bo Lind' }))
  expect(drawer.queryByRole('button', { name: 'Unlink from Zone' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add User' })).toBeNull()
})

it('members cannot see the users', async () => {
  fakeServer(createServerHandlers('app_user', [{ ...zone, myRole: 'app_user' }]))
  sessionStorage.setItem(`muster.zone.${me}`, zone.id)
  signIn()
  renderPage('/zone-app-users')
  expect(await screen.findByText('You do not have permission to view users in this zone')).toBeTruthy()
})

it('renders only the people near the viewport in a list of ten thousand', async () => {
  const manyUsers = Array.from({ length: 10_000 }, (_, n) => ({ ...bo, userId: `user-${n}` }))
  const calls = fakeServer(managerServer(() => manyUsers))
  renderPage('/zone-app-users')
  const list = await screen.findByRole('list', { name: 'Users in North yard' })
  const renderedItems = within(list).getAllByRole('listitem')
  expect(renderedItems.length).toBeLessThan(60)
  expect(renderedItems[0]?.getAttribute('aria-setsize')).toBe('10000')
  expect(calls.filter(name => name === 'users/inZone')).toHaveLength(1)
})

it('an admin without a zone can select one on the page', async () => {
  fakeServer({
    ...createServerHandlers('admin', [zone]),
    ...peopleServer(() => [bo]),
  })
  signIn()
  renderPage('/zone-app-users')
  expect(await screen.findByText('Please select a zone to view users')).toBeTruthy()
  const user = userEvent.setup()
  await user.click(screen.getByRole('combobox', { name: 'Zone' }))
  await user.click(await screen.findByRole('option', { name: 'North yard' }))
  await waitFor(() => expect(getCardTexts()[0]).toContain('Bo Lind'))
})

it('the zone field offers the zones in every language', async () => {
  i18n.loadAndActivate({ locale: 'hi', messages: { [msg`All zones`.id]: 'सभी ज़ोन' } })
  fakeServer({
    ...createServerHandlers('super_admin', [zone]),
    'accounts/list': () => answer({ rows: [], next: null }),
    'accounts/count': () => answer({ all: 0, inside: 0, outside: 0, unknown: 0, unseen: 0 }),
  })
  signIn()
  renderPage('/zone-app-users')
  const user = userEvent.setup()
  const field = await screen.findByRole('combobox', { name: 'Zone' })
  await waitFor(() => expect((field as HTMLInputElement).value).toBe('सभी ज़ोन'))
  await user.click(field)
  expect(await screen.findByRole('option', { name: 'North yard' })).toBeTruthy()
})

it('a super admin sees everybody, searched and filtered by the server, or the people of one zone', async () => {
  const inputs: unknown[] = []
  fakeServer({
    ...createServerHandlers('super_admin', [zone]),
    ...peopleServer(() => [bo]),
    'accounts/list': input => {
      inputs.push(input)
      return answer({ rows: [anAccount({ firstName: 'Nila', presence: 'inside' })], next: null })
    },
    'accounts/count': () => answer({ all: 12, inside: 3, outside: 4, unknown: 5, unseen: 1 }),
  })
  signIn()
  renderPage('/zone-app-users')
  const user = userEvent.setup()
  expect(await screen.findByRole('button', { name: /Nila/ })).toBeTruthy()
  expect(screen.getByText('2 inside, 1 not seen for 30 minutes')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /Inside Zone\s*3/ }))
  await user.type(screen.getByRole('searchbox', { name: 'Search by name, email or user code' }), 'mus-b')
  await waitFor(() => expect(inputs.at(-1)).toMatchObject({ presence: 'inside', search: 'mus-b' }))
  await user.click(screen.getByRole('combobox', { name: 'Zone' }))
  await user.click(await screen.findByRole('option', { name: 'North yard' }))
  await user.clear(screen.getByRole('searchbox', { name: 'Search by name, email or user code' }))
  await waitFor(() => expect(getCardTexts()[0]).toContain('Bo Lind'))
  await user.click(screen.getByRole('combobox', { name: 'Zone' }))
  await user.click(await screen.findByRole('option', { name: 'All zones' }))
  expect(await screen.findByRole('button', { name: /Nila/ })).toBeTruthy()
})

it('for a super admin without a selected zone, the details show the member in each zone and the account', async () => {
  const south = aZone({ id: '0192f0c0-0000-7000-8000-0000000000b2', name: 'South gate' })
  const nila = anAccount({ presence: 'inside' })
  const assignedTo = (targetZone: { id: string; name: string }, presence: 'inside' | 'outside') => ({
    zoneId: targetZone.id,
    name: targetZone.name,
    status: 'active' as const,
    role: 'app_user' as const,
    invited: false,
    assignedAt: nila.createdAt,
    presence,
    lastSeen: new Date().toISOString(),
  })
  FakeSocket.instances = []
  vi.stubGlobal('WebSocket', FakeSocket)
  let zones = [assignedTo(zone, 'outside'), assignedTo(south, 'inside')]
  const unlinkInputs: unknown[] = []
  const { id: userId, firstName, lastName, email } = nila
  fakeServer({
    ...createServerHandlers('super_admin', [zone, south]),
    'accounts/list': () => answer({ rows: [nila], next: null }),
    'accounts/count': () => answer({ all: 1, inside: 1, outside: 0, unknown: 0, unseen: 0 }),
    'accounts/detail': () =>
      answer({
        ...nila,
        pendingEmail: null,
        twoStep: false,
        passkeys: 0,
        skills: [],
        emergencyContact: { name: null, phone: null, relationship: null },
        zones,
      }),
    'users/detail': ({ zoneId }) =>
      zones.some(it => it.zoneId === zoneId)
        ? answer({
            person: aMember({
              userId,
              firstName,
              lastName,
              email,
              presence: zoneId === south.id ? 'inside' : 'outside',
              lastSeen: new Date().toISOString(),
            }),
            member: memberDetails(),
          })
        : refusal(404, 'NOT_ASSIGNED', 'Not assigned'),
    'users/unlink': input => {
      unlinkInputs.push(input)
      zones = zones.filter(it => it.zoneId !== input.zoneId)
      return answer({ userId })
    },
  })
  signIn()
  renderPage('/zone-app-users')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /Nila Bose/ }))
  const details = within(await screen.findByRole('region', { name: 'Nila Bose' }))
  // The zone the person is inside comes first.
  expect((await details.findByText('Current presence')).nextSibling?.textContent).toBe('Inside')
  expect(details.getByText('Last check-in')).toBeTruthy()
  await user.click(details.getByRole('combobox', { name: 'Zone' }))
  await user.click(await screen.findByRole('option', { name: 'North yard' }))
  await waitFor(() => expect(details.getByText('Current presence').nextSibling?.textContent).toBe('Outside'))
  await user.click(details.getByRole('button', { name: 'Unlink from Zone' }))
  const confirmDialog = within(await screen.findByRole('dialog', { name: 'Unlink Nila Bose' }))
  await user.click(confirmDialog.getByRole('button', { name: 'Unlink from Zone' }))
  await waitFor(() => expect(unlinkInputs).toEqual([{ zoneId: zone.id, userId }]))
  await waitFor(() => expect(details.queryByRole('combobox', { name: 'Zone' })).toBeNull())
  expect(details.getByText('Zone').nextSibling?.textContent).toBe('South gate')
  await user.click(details.getByRole('radio', { name: 'Account' }))
  expect(await details.findByRole('button', { name: 'Edit' })).toBeTruthy()
  await user.click(details.getByRole('radio', { name: 'In the zone' }))
  expect(await details.findByText('Current presence')).toBeTruthy()
  // Another user removes the person from their last zone.
  zones = []
  act(() => {
    FakeSocket.last.letIn()
    FakeSocket.last.receive({
      type: 'event',
      cursor: '11',
      topic: `zone:${south.id}`,
      event: { kind: 'membership.removed', zoneId: south.id, userId, was: 'inside' },
    })
  })
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({
    topics: expect.arrayContaining([`zone:${south.id}`]),
  })
  await waitFor(() => expect(details.queryByText('Current presence')).toBeNull())
  expect(details.queryByText('Failed to load user information')).toBeNull()
  expect(await details.findByRole('button', { name: 'Delete' })).toBeTruthy()
})

const otherId = '0192f0c0-0000-7000-8000-000000000777'

it('Zone Users counts and searches people, and skips those with incomplete data', async () => {
  fakeServer(managerServer(() => [bo, eve, aMember({ userId: 'x', lastName: '' })]))
  renderPage('/zone-manager')
  const list = within(await screen.findByRole('list', { name: 'Users in North yard' }))
  expect(list.getAllByRole('button')).toHaveLength(2)
  const eveRow = within(list.getByRole('button', { name: /Eve Oz/ }))
  expect(eveRow.getByText('No Data')).toBeTruthy()
  expect(eveRow.getByText(/Never tracked/)).toBeTruthy()
  expect(screen.getByText('Active Requests')).toBeTruthy()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search by name or email' }), 'nobody')
  expect(await screen.findByText('No users match your search criteria.')).toBeTruthy()
})

it('Zone Users has a Users tab; Active Requests stays 0, and pending requests of the zone are shown beside it', async () => {
  const request = aRequest({ userId: eve.userId, requestedBy: eve.userId, userName: 'Eve Oz' })
  const otherZoneRequest = { ...request, id: otherId, zoneId: otherId }
  fakeServer({
    ...managerServer(() => [bo, eve]),
    'presence/trackingRequests': () => answer({ requests: [request, otherZoneRequest] }),
  })
  const app = renderPage('/zone-manager')
  const user = userEvent.setup()
  await screen.findByRole('list', { name: 'Users in North yard' })
  expect(screen.getByRole('tab', { name: 'Users' }).getAttribute('aria-selected')).toBe('true')
  const card = screen.getByText('Active Requests').parentElement
  await waitFor(() => expect(card?.textContent).toBe('Active Requests01 pending'))
  await user.click(screen.getByRole('tab', { name: /Pending Requests/ }))
  expect(await screen.findByText(/offers to share their position in/)).toBeTruthy()
  expect(screen.getAllByText(/offers to share their position in/)).toHaveLength(1)
  expect(app.path()).toContain('tab=requests')
  await user.type(screen.getByRole('searchbox', { name: 'Search by name or email' }), 'eve')
  expect(screen.getByRole('tab', { name: 'Users' }).getAttribute('aria-selected')).toBe('true')
})

it('a picture whose link has expired causes a single refetch of the list', async () => {
  let readCount = 0
  const position = { lat: 28.6, lng: 77.2, accuracyMeters: 6 }
  const handlers = managerServer(() => [
    { ...bo, profileImageUrl: `/file/photo?${readCount}`, position },
    eve,
  ])
  const calls = fakeServer({
    ...handlers,
    'users/inZone': input => {
      readCount += 1
      return handlers['users/inZone'](input)
    },
  })
  renderPage('/zone-app-users')
  await waitFor(() => expect(getCardTexts()).toHaveLength(2))
  const queryPicture = () => document.querySelector<HTMLImageElement>('img[src^="/file/photo"]')
  expect(queryPicture()?.getAttribute('src')).toBe('/file/photo?1')
  queryPicture()?.dispatchEvent(new Event('error'))
  await waitFor(() => expect(queryPicture()?.getAttribute('src')).toBe('/file/photo?2'))
  // The fresh link fails as well, so expiry is not the cause.
  queryPicture()?.dispatchEvent(new Event('error'))
  // A refetch of the list would have been recorded before this later request.
  await userEvent.click(screen.getByRole('button', { name: /Bo Lind/ }))
  await waitFor(() => expect(calls).toContain('users/detail'))
  expect(calls.filter(name => name === 'users/inZone')).toHaveLength(2)
})

it.each(['/zone-app-users', '/zone-manager'])(
  'on %s the keyboard opens the details of a member, moves through them and closes them',
  async address => {
    fakeServer(managerServer(() => [bo, eve]))
    renderPage(address)
    const user = userEvent.setup()
    const list = within(await screen.findByRole('list', { name: 'Users in North yard' }))
    const row = list.getByRole('button', { name: /Bo Lind/ })
    for (let n = 0; n < 40 && document.activeElement !== row; n += 1) await user.tab()
    expect(document.activeElement).toBe(row)
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('region', { name: 'Bo Lind' })).toBeTruthy()
    await user.keyboard('{ArrowRight}')
    expect(await screen.findByRole('region', { name: 'Eve Oz' })).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Eve Oz' })).toBeNull())
    expect(document.activeElement).toBe(list.getByRole('button', { name: /Eve Oz/ }))
  },
)

it.each(['/zone-app-users', '/zone-manager'])(
  'on %s an entry that arrives over the feed is tinted and announced',
  async address => {
    FakeSocket.instances = []
    vi.stubGlobal('WebSocket', FakeSocket)
    let users = [{ ...eve, presence: 'outside' as ZoneUser['presence'] }, self]
    fakeServer(managerServer(() => users))
    renderPage(address)
    const findRow = async () =>
      within(await screen.findByRole('list', { name: 'Users in North yard' }))
        .getByRole('button', { name: /Eve Oz/ })
        .closest<HTMLElement>('[data-person]')
    expect((await findRow())?.dataset.changed).toBeUndefined()
    await waitFor(() => expect(FakeSocket.instances).toHaveLength(1))
    const at = new Date().toISOString()
    users = [{ ...eve, presence: 'inside', lastSeen: at, insideSince: at }, self]
    act(() => {
      FakeSocket.last.letIn()
      FakeSocket.last.receive({
        type: 'event',
        cursor: '11',
        topic: `zone:${zone.id}`,
        event: aPresenceChange({ zoneId: zone.id, userId: eve.userId, name: 'Eve Oz', at, entryTime: at }),
      })
    })
    await waitFor(async () => expect((await findRow())?.dataset.changed).toBe('true'))
    await waitFor(() =>
      expect(screen.getByTestId('live-region').textContent).toBe('Eve Oz entered North yard'),
    )
  },
)
