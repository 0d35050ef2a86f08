import type { Group } from '@muster/contract/groups.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { answer, fakeServer, type Handlers, refusal } from '../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'

const enteredZone = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })
const ownId = '0192f0c0-0000-7000-8000-000000000001'
const otherId = '0192f0c0-0000-7000-8000-000000000603'
const thirdId = '0192f0c0-0000-7000-8000-000000000604'
const aGroup = (changes: Partial<Group> = {}): Group => ({
  id: '0192f0c0-0000-7000-8000-000000000601',
  name: 'Night shift',
  description: 'From ten to six',
  zoneId: enteredZone.id,
  zoneName: enteredZone.name,
  members: 1,
  lastActivity: null,
  lastMessage: null,
  createdAt: '2026-11-20T09:00:00.000Z',
  isMember: true,
  unread: 3,
  muted: false,
  mayRead: true,
  mayChat: true,
  mayManage: false,
  ...changes,
})

function openPage(
  role: 'app_user' | 'zone_manager_rw' | 'zone_manager_ro',
  handlers: Handlers,
  address = '/my-groups',
) {
  const inputs: [string, unknown][] = []
  fakeServer(
    { ...createServerHandlers(role, [{ ...enteredZone, myRole: role }]), ...handlers },
    (name, input) => inputs.push([name, input]),
  )
  signIn()
  const app = renderPage(address)
  return { inputs, app, user: userEvent.setup() }
}

it('a conversation shows its newest message and the number of unread ones, and only group managers can create a group', async () => {
  const lastMessage = {
    number: 3,
    senderId: enteredZone.id,
    senderName: 'Ann Test',
    text: 'The valve is closed.',
    fileName: null,
    isDeleted: false,
  }
  const { inputs } = openPage('app_user', {
    'groups/list': () =>
      answer({
        rows: [
          aGroup({ lastMessage }),
          aGroup({
            id: otherId,
            name: 'Deleted',
            lastMessage: { ...lastMessage, text: '', isDeleted: true },
          }),
          aGroup({ id: thirdId, name: 'Own', unread: 0, lastMessage: { ...lastMessage, senderId: ownId } }),
        ],
        next: null,
      }),
  })
  const findRow = async (name: string) =>
    within(
      (await screen.findByRole('link', { name: `Open Chat of ${name}` })).closest('article') as HTMLElement,
    )
  const row = await findRow('Night shift')
  expect(row.getByLabelText('3 unread')).toBeTruthy()
  expect(row.getByRole('paragraph').textContent).toBe('Ann Test: The valve is closed.')
  expect((await findRow('Deleted')).getByRole('paragraph').textContent).toBe('This message was deleted.')
  expect((await findRow('Own')).getByRole('paragraph').textContent).toBe('You: The valve is closed.')
  expect(screen.queryByRole('button', { name: 'Create Group' })).toBeNull()
  expect(inputs.find(([name]) => name === 'groups/list')?.[1]).toMatchObject({ order: 'recent' })
})

it('below 1024 px a conversation is a page of its own, from which Back leads to the list', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    query => ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as never,
  )
  const { user, app } = openPage('app_user', {
    'groups/list': () => answer({ rows: [aGroup()], next: null }),
    'groups/get': () => refusal(404, 'GROUP_NOT_FOUND', 'No'),
  })
  await user.click(await screen.findByRole('link', { name: 'Open Chat of Night shift' }))
  await expect.poll(() => app.path()).toBe(`/groups/${aGroup().id}`)
  await user.click((await screen.findAllByRole('link', { name: 'Back to My Groups' }))[0] as HTMLElement)
  await expect.poll(() => app.path()).toBe('/my-groups')
})

it('a person who only watches the zone sees a group without its messages', async () => {
  openPage('zone_manager_ro', {
    'groups/list': () =>
      answer({ rows: [aGroup({ mayRead: false, isMember: false, unread: 0 })], next: null }),
  })
  expect(await screen.findByRole('button', { name: 'View & Manage Night shift' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^Open Chat/ })).toBeNull()
})

it('a group needs a name, and the server’s refusal is shown without losing what was typed', async () => {
  const { inputs, user } = openPage(
    'zone_manager_rw',
    {
      'groups/candidates': () => answer({ rows: [], next: null }),
      'groups/create': () =>
        refusal(409, 'GROUP_FULL', 'This group is full. Remove someone before you add more people.'),
    },
    '/my-groups?create=true',
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Group' }))
  await user.click(dialog.getByRole('button', { name: 'Create Group' }))
  expect(dialog.getByText('Group name is required')).toBeTruthy()
  await user.type(dialog.getByLabelText(/Group name/), 'Riggers')
  await user.click(dialog.getByRole('button', { name: 'Create Group' }))
  expect(
    await dialog.findByText('This group is full. Remove someone before you add more people.'),
  ).toBeTruthy()
  expect(dialog.getByLabelText<HTMLInputElement>(/Group name/).value).toBe('Riggers')
  expect(inputs.filter(([name]) => name === 'groups/create').map(([, input]) => input)).toMatchObject([
    { zoneId: enteredZone.id, name: 'Riggers', description: '', members: [] },
  ])
})

it('a group whose first version was already sent says so, and is then sent as a new request', async () => {
  const { inputs, user } = openPage(
    'zone_manager_rw',
    {
      'groups/candidates': () => answer({ rows: [], next: null }),
      'groups/create': () =>
        refusal(409, 'REQUEST_ID_TAKEN', 'This request was already sent with different content.'),
    },
    '/my-groups?create=true',
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Group' }))
  await user.type(dialog.getByLabelText(/Group name/), 'Riggers')
  await user.click(dialog.getByRole('button', { name: 'Create Group' }))
  expect(
    await dialog.findByText(
      'The first version may already have been created. Check the list before you send again.',
    ),
  ).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Create Group' }))
  const listRequestIds = () =>
    inputs.flatMap(([name, input]) =>
      name === 'groups/create' ? [(input as { requestId: string }).requestId] : [],
    )
  await waitFor(() => expect(listRequestIds()).toHaveLength(2))
  expect(new Set(listRequestIds()).size).toBe(2)
})

it('My Groups shows the user’s own groups, all groups of the zone have a tab, and each tab shows its count', async () => {
  const otherGroup = aGroup({
    id: '0192f0c0-0000-7000-8000-000000000602',
    name: 'Riggers',
    isMember: false,
    unread: 0,
  })
  const { user } = openPage('zone_manager_rw', {
    'groups/list': ({ mine }) => answer({ rows: mine ? [aGroup()] : [aGroup(), otherGroup], next: null }),
    'groups/count': () => answer({ mine: 1, unread: 3, all: 73 }),
  })
  expect(await screen.findByText('Night shift')).toBeTruthy()
  expect(screen.queryByText('Riggers')).toBeNull()
  expect(await screen.findByLabelText(/^1 group/)).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'All groups' }))
  expect(await screen.findByText('Riggers')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'All groups', level: 1 })).toBeTruthy()
  expect(screen.getByLabelText(/^73 groups/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All groups' }).getAttribute('aria-current')).toBe('page')
  await user.click(screen.getByRole('link', { name: 'My Groups' }))
  await waitFor(() => expect(screen.queryByText('Riggers')).toBeNull())
})

it('the page of the groups with the news of their zones is at its own address, and leads to each group', async () => {
  openPage('zone_manager_rw', { 'groups/list': () => answer({ rows: [aGroup()], next: null }) }, '/groups')
  expect(await screen.findByRole('link', { name: 'View Group Night shift' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Refresh' })).toBeTruthy()
})

it('an app user has no tab with all groups, whatever the URL contains', async () => {
  const { inputs } = openPage(
    'app_user',
    { 'groups/list': () => answer({ rows: [aGroup()], next: null }) },
    '/my-groups?all=true',
  )
  expect(await screen.findByText('Night shift')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'All groups' })).toBeNull()
  expect(inputs.filter(([name]) => name === 'groups/list').map(([, input]) => input)).toMatchObject([
    { mine: true },
  ])
})

it('an internal admin without a zone finds any zone for a new group by search, and sees the new group among all', async () => {
  const createdInputs: unknown[] = []
  const farZone = aZone({ id: '0192f0c0-0000-7000-8000-000000000777', name: 'Zone 777' })
  fakeServer({
    ...createServerHandlers('admin'),
    'zones/mine': () => answer({ zones: [enteredZone], total: 800 }),
    'groups/candidates': () => answer({ rows: [], next: null }),
    'zones/available': ({ search }) =>
      answer({ rows: search === '777' ? [farZone] : [enteredZone], next: null }),
    'groups/create': input => {
      createdInputs.push(input)
      return answer({ group: { id: aGroup().id, name: 'Riggers' } })
    },
  })
  signIn()
  const app = renderPage('/my-groups')
  const user = userEvent.setup()
  expect(await screen.findByText('You’re not in any groups yet')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Create Group' }))
  const openedDialog = within(await screen.findByRole('dialog', { name: 'Create Group' }))
  await user.click(openedDialog.getByRole('button', { name: 'Cancel' }))
  await expect.poll(() => app.path()).toBe('/my-groups')
  await user.click(await screen.findByRole('button', { name: 'Create Group' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Group' }))
  await user.type(dialog.getByRole('combobox', { name: 'Zone' }), '777')
  await user.click(await screen.findByRole('option', { name: 'Zone 777' }))
  await user.type(dialog.getByLabelText(/Group name/), 'Riggers')
  await user.click(dialog.getByRole('button', { name: 'Create Group' }))
  await expect.poll(() => createdInputs).toMatchObject([{ zoneId: farZone.id, name: 'Riggers' }])
  // The creator is not a member, so the new group is listed only among all groups.
  await expect.poll(() => app.path()).toBe('/my-groups?all=true')
})

it('shows an error instead of the empty state when groups cannot be loaded', async () => {
  openPage('app_user', { 'groups/list': () => refusal(403, 'FORBIDDEN', 'No') })
  expect(await screen.findByText('Failed to load groups')).toBeTruthy()
  expect(screen.queryByText('No groups yet')).toBeNull()
})

it('offers a retry when the people to select from failed to load', async () => {
  let serverWorks = false
  const ann = {
    userId: enteredZone.id,
    name: 'Ann Test',
    email: 'ann@x.example',
    role: 'app_user' as const,
    profileImageUrl: null,
    isMember: false,
  }
  const { user } = openPage(
    'zone_manager_rw',
    {
      'groups/candidates': () =>
        serverWorks
          ? answer({ rows: [ann, { ...ann, userId: ownId, name: 'Ana Ruiz' }], next: null })
          : refusal(403, 'FORBIDDEN', 'No'),
    },
    '/my-groups?create=true',
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Group' }))
  expect(await dialog.findByText('Failed to load available users')).toBeTruthy()
  serverWorks = true
  await user.click(dialog.getByRole('button', { name: 'Retry' }))
  await user.click(dialog.getByRole('combobox', { name: /Members/ }))
  expect(await screen.findByRole('option', { name: 'Ann Test' })).toBeTruthy()
  // The creator joins without being chosen.
  expect(screen.queryByRole('option', { name: 'Ana Ruiz' })).toBeNull()
  expect(dialog.queryByText('Failed to load available users')).toBeNull()
})
