import { errors } from '@muster/contract/errors.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { zoneSelectionStore } from '../../lib/session/zone-selection-store.ts'
import { outbox } from '../../offline/device-outbox.ts'
import {
  answer,
  failNetwork,
  fakeServer,
  type Handlers,
  neverAnswer,
  refusal,
} from '../../testing/fake-server.ts'
import { aProfile, aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'
import { aCandidate, aHazard, aHazardDetail } from './testing/a-hazard.ts'

const me = aProfile().id
const enteredZone = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })

function openPage(
  handlers: Handlers,
  address = '/hazards',
  role: 'app_user' | 'zone_manager_ro' | 'zone_manager_rw' = 'app_user',
) {
  const inputs: [string, unknown][] = []
  fakeServer(
    { ...createServerHandlers(role, [{ ...enteredZone, myRole: role }]), ...handlers },
    (name, input) => inputs.push([name, input]),
  )
  signIn()
  return { app: renderPage(address), user: userEvent.setup(), inputs }
}

it('shows one empty state if nothing was reported and another if nothing matches', async () => {
  const { user } = openPage({})
  expect(await screen.findByRole('heading', { name: 'Notifications', level: 1 })).toBeTruthy()
  expect(await screen.findByText('No notifications found')).toBeTruthy()
  await user.type(screen.getByLabelText('Search hazards'), 'ladder')
  expect(await screen.findByText('No hazards match')).toBeTruthy()
  expect(screen.queryByText('No notifications found')).toBeNull()
})

it('shows an error instead of the empty state when hazards cannot be loaded', async () => {
  openPage({ 'hazards/list': () => refusal(403, 'FORBIDDEN', 'No') })
  expect(await screen.findByText('Failed to load notifications')).toBeTruthy()
  expect(screen.queryByText('No notifications found')).toBeNull()
})

it('offers no report to a person who only watches', async () => {
  openPage({ 'hazards/list': () => answer({ rows: [aHazard()], next: null }) }, '/hazards', 'zone_manager_ro')
  expect(await screen.findByText('Oil on the stairs')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Report Notify' })).toBeNull()
})

it('lists a report made offline immediately, and only once after it has arrived', async () => {
  let isOnline = false
  let reportedHazards: ReturnType<typeof aHazard>[] = []
  const { user, app } = openPage(
    {
      'hazards/report': ({ title, description, severity = 'medium' }) => {
        if (!isOnline) return failNetwork()
        reportedHazards = [
          aHazard({
            ...{ title, description, severity },
            ...{ createdAt: new Date().toISOString(), reportedBy: { id: me, name: 'Ana Ruiz' } },
          }),
        ]
        return answer({ hazardId: aHazard().id })
      },
      'hazards/list': () => answer({ rows: reportedHazards, next: null }),
    },
    '/hazards?report=true',
  )
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^Title/), 'Loose railing')
  await user.type(dialog.getByLabelText(/^Description/), 'On the second landing')
  await user.click(dialog.getByRole('button', { name: 'Report Notification' }))
  const queuedList = within(await screen.findByRole('list', { name: 'Not sent yet' }))
  expect(queuedList.getByRole('listitem').textContent).toMatch(/Not sent yetLoose railing/)
  expect(screen.queryByText('No notifications found')).toBeNull()
  await user.type(screen.getByLabelText('Search hazards'), 'ladder')
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Not sent yet' })).toBeNull())
  await user.clear(screen.getByLabelText('Search hazards'))
  await screen.findByRole('list', { name: 'Not sent yet' })
  isOnline = true
  await app.router.navigate({ to: '/waiting' })
  await app.router.navigate({ to: '/hazards' })
  window.dispatchEvent(new Event('online'))
  await screen.findByRole('button', { name: 'View Details of Loose railing' })
  await waitFor(() => expect(screen.getAllByText('Loose railing')).toHaveLength(1))
  expect(screen.queryByRole('list', { name: 'Not sent yet' })).toBeNull()
})

it('lists a report only once when the feed delivers it before the outbox', async () => {
  const at = new Date().toISOString()
  const payload = {
    ...{ title: 'Loose railing', description: 'x', severity: 'high', position: null },
    ...{ zoneId: enteredZone.id, zoneName: enteredZone.name, requestId: me },
  }
  await outbox.add({ id: crypto.randomUUID(), kind: 'hazard report', userId: me, payload, at })
  const reportFields = { title: 'Loose railing', reportedBy: { id: me, name: 'Ana Ruiz' } }
  const storedHazard = aHazard({ ...reportFields, description: 'x', createdAt: at })
  openPage({
    'hazards/report': neverAnswer,
    'hazards/list': () => answer({ rows: [storedHazard], next: null }),
  })
  await screen.findByRole('button', { name: 'View Details of Loose railing' })
  expect(screen.getAllByText('Loose railing')).toHaveLength(1)
})

it('a queued report stays in the list beside another one with the same title', async () => {
  const at = new Date().toISOString()
  const payload = {
    ...{ title: 'Spill', description: 'East end', severity: 'high', position: null },
    ...{ zoneId: enteredZone.id, zoneName: enteredZone.name, requestId: me },
  }
  await outbox.add({ id: crypto.randomUUID(), kind: 'hazard report', userId: me, payload, at })
  const westHazard = aHazard({
    title: 'Spill',
    description: 'West end',
    createdAt: at,
    reportedBy: { id: me, name: 'Ana Ruiz' },
  })
  openPage({
    'hazards/report': neverAnswer,
    'hazards/list': () => answer({ rows: [westHazard], next: null }),
  })
  await screen.findByRole('button', { name: 'View Details of Spill' })
  expect(screen.getByRole('list', { name: 'Not sent yet' }).textContent).toContain('East end')
})

it('retries only the files of a report whose files did not arrive', async () => {
  const { user, inputs } = openPage(
    {
      'hazards/report': () => answer({ hazardId: aHazard().id }),
      'hazards/list': () => answer({ rows: [], next: null }),
    },
    '/hazards?report=true',
  )
  let serverWorks = false
  const uploadAddresses: string[] = []
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      status = 0
      responseText = ''
      onload: () => void = () => undefined
      onerror: () => void = () => undefined
      open(_method: string, address: string) {
        uploadAddresses.push(address)
      }
      setRequestHeader() {}
      send() {
        if (!serverWorks) return this.onerror()
        this.status = 200
        const attachment = {
          id: aHazard().id,
          name: 'plan.pdf',
          kind: 'pdf',
          size: 3,
          url: '/files/x',
          thumbnailUrl: null,
        }
        this.responseText = JSON.stringify({ attachment })
        this.onload()
      }
    },
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Report Notification' }))
  const sendButton = dialog.getByRole('button', { name: 'Report Notification' })
  expect(sendButton).toHaveProperty('disabled', true)
  await user.type(dialog.getByLabelText(/^Title/), 'Oil on the stairs')
  await user.upload(dialog.getByTestId('file-input'), [
    new File(['pdf'], 'plan.pdf', { type: 'application/pdf' }),
    new File([new Uint8Array(11 * 1024 * 1024)], 'film.mp4', { type: 'video/mp4' }),
  ])
  expect(await dialog.findByText('All files must be less than 10MB')).toBeTruthy()
  await user.click(sendButton)
  expect(await dialog.findByText('Notification created but file upload failed')).toBeTruthy()
  expect(dialog.getByLabelText(/^Title/)).toHaveProperty('disabled', true)
  serverWorks = true
  await user.click(dialog.getByRole('button', { name: 'Send files again' }))
  expect(await screen.findByText('Notification reported successfully')).toBeTruthy()
  expect(inputs.filter(([name]) => name === 'hazards/report')).toHaveLength(1)
  const requestIds = uploadAddresses.map(address =>
    new URL(address, 'http://x').searchParams.get('requestId'),
  )
  expect(new Set(requestIds).size).toBe(1)
  expect(uploadAddresses).toHaveLength(2)
})

it('a step that somebody else has taken meanwhile is refused with the next action', async () => {
  const { user } = openPage(
    {
      'hazards/list': () => answer({ rows: [aHazard()], next: null }),
      'hazards/get': () => answer(aHazardDetail({ maySet: ['closed'] })),
      'hazards/setStatus': () => refusal(409, 'HAZARD_CHANGED', errors.HAZARD_CHANGED.message),
    },
    `/hazards?hazard=${aHazard().id}`,
  )
  await user.click(await screen.findByRole('button', { name: 'Mark as closed' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Mark as closed?' }))
  await user.click(dialog.getByRole('button', { name: 'Mark as closed' }))
  await waitFor(() => expect(dialog.getByText(/Someone else has changed the status/)).toBeTruthy())
})

it('the owner of a finding reads which drill it comes from, and marks it done', async () => {
  const finding = {
    ...{ emergencyId: aHazard().id, drill: true, kind: 'evacuate' as const, zoneName: 'North yard' },
    declaredAt: '2026-11-20T09:00:00.000Z',
  }
  const { inputs, user } = openPage(
    {
      'hazards/list': () => answer({ rows: [aHazard()], next: null }),
      'hazards/get': () => answer(aHazardDetail({ maySet: ['resolved'], finding })),
      'hazards/setStatus': ({ to }) => answer({ status: to }),
    },
    `/hazards?hazard=${aHazard().id}`,
  )
  expect(await screen.findByText(/^Drill, North yard, /)).toBeTruthy()
  // App users have no report to open.
  expect(screen.queryByRole('link', { name: /^Drill, North yard/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Done?' }))
  await user.type(dialog.getByLabelText('Note'), 'New lock')
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  await waitFor(() =>
    expect(inputs).toContainEqual([
      'hazards/setStatus',
      expect.objectContaining({ from: 'open', to: 'resolved', note: 'New lock' }),
    ]),
  )
})

it('an overdue hazard is marked in words', async () => {
  openPage({
    'hazards/list': () => answer({ rows: [aHazard({ dueAt: '2026-01-01T00:00:00.000Z' })], next: null }),
  })
  expect(await screen.findByText('Overdue')).toBeTruthy()
})

it('a broken picture on a card refetches the list, which brings fresh links for all', async () => {
  let callCount = 0
  openPage({
    'hazards/list': () => {
      callCount++
      const rows = [1, 2].map(n =>
        aHazard({ id: `0192f0c0-0000-7000-8000-00000000080${n}`, thumbnailUrl: `/files/${n}?${callCount}` }),
      )
      return answer({ rows, next: null })
    },
  })
  const listPictures = () => [...document.querySelectorAll<HTMLImageElement>('article img')]
  const listSources = () => listPictures().map(it => it.getAttribute('src'))
  await waitFor(() => expect(listSources()).toEqual(['/files/1?1', '/files/2?1']))
  for (const picture of listPictures()) fireEvent.error(picture)
  await waitFor(() => expect(listSources()).toEqual(['/files/1?2', '/files/2?2']))
  expect(callCount).toBe(2)
  for (const picture of listPictures()) fireEvent.error(picture)
  await waitFor(() => expect(listPictures()).toEqual([]))
  expect(callCount).toBe(2)
})

describe('a card', () => {
  it('shows when the hazard was due and who is assigned', async () => {
    const bo = { id: '0192f0c0-0000-7000-8000-000000000002', name: 'Bo Lind' }
    openPage({
      'hazards/list': () =>
        answer({ rows: [aHazard({ dueAt: '2026-01-01T00:00:00.000Z', assignee: bo })], next: null }),
    })
    const card = within(await screen.findByRole('article'))
    expect(card.getByText(/^Was due/)).toBeTruthy()
    expect(card.getByText('Assigned to')).toBeTruthy()
  })

  it('shows that nobody is assigned, unless it is settled', async () => {
    const closedFields = {
      id: '0192f0c0-0000-7000-8000-000000000302',
      title: 'Ladder',
      status: 'closed',
    } as const
    const dueAt = '2099-01-01T00:00:00.000Z'
    openPage({
      'hazards/list': () =>
        answer({
          rows: [aHazard({ dueAt }), aHazard({ ...closedFields, dueAt: '2026-01-01T00:00:00.000Z' })],
          next: null,
        }),
    })
    const [openCard, settledCard] = await screen.findAllByRole('article')
    expect(openCard?.textContent).toMatch(/Unassigned.*Due Jan 1/)
    expect(settledCard?.textContent).not.toMatch(/Unassigned|[Dd]ue/)
  })
})

it('filters on the server by overdue, mine and unassigned, and stores the filter in the URL', async () => {
  const { app, user, inputs } = openPage({ 'hazards/list': () => answer({ rows: [aHazard()], next: null }) })
  const findLastListInput = () => inputs.findLast(([name]) => name === 'hazards/list')?.[1]
  await user.click(await screen.findByRole('button', { name: 'Overdue', pressed: false }))
  await waitFor(() => expect(findLastListInput()).toMatchObject({ overdue: true }))
  await user.click(screen.getByRole('button', { name: 'Mine: assigned to me' }))
  await waitFor(() => expect(findLastListInput()).toMatchObject({ overdue: true, assigned: 'me' }))
  await user.click(screen.getByRole('button', { name: 'Unassigned' }))
  await waitFor(() => expect(findLastListInput()).toMatchObject({ overdue: true, assigned: 'me_or_nobody' }))
  await user.click(screen.getByRole('button', { name: 'Mine: assigned to me', pressed: true }))
  await waitFor(() => expect(findLastListInput()).toMatchObject({ overdue: true, assigned: 'nobody' }))
  expect(app.path()).toContain('assigned=nobody')
  await user.click(screen.getByRole('button', { name: 'Unassigned', pressed: true }))
  await waitFor(() => expect(app.path()).not.toContain('assigned'))
})

it('overdue and a settled status replace each other, because both together would show nothing', async () => {
  const { app, user } = openPage(
    { 'hazards/list': () => answer({ rows: [aHazard()], next: null }) },
    '/hazards?status=closed',
  )
  await user.click(await screen.findByRole('button', { name: 'Overdue', pressed: false }))
  await waitFor(() => expect(app.path()).toContain('overdue'))
  expect(app.path()).not.toContain('status')
  await user.click(screen.getByRole('combobox', { name: 'Status' }))
  await user.click(await screen.findByRole('option', { name: 'Resolved' }))
  await waitFor(() => expect(app.path()).toContain('status=resolved'))
  expect(app.path()).not.toContain('overdue')
})

it('the details of a reporter do not begin with closing the report', async () => {
  openPage(
    {
      'hazards/list': () => answer({ rows: [aHazard()], next: null }),
      'hazards/get': () => answer(aHazardDetail({ maySet: ['closed'], mayAttach: true })),
    },
    `/hazards?hazard=${aHazard().id}`,
  )
  const close = await screen.findByRole('button', { name: 'Mark as closed' })
  const comment = screen.getByRole('button', { name: 'Comment' })
  expect(comment.compareDocumentPosition(close) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

describe('a manager', () => {
  const second = aHazard({ id: '0192f0c0-0000-7000-8000-000000000302', title: 'Ladder', status: 'resolved' })
  const openAsManager = async (handlers: Handlers = {}) => {
    const page = openPage(
      {
        'hazards/list': () => answer({ rows: [aHazard(), second], next: null }),
        'hazards/get': () => answer(aHazardDetail({ mayManage: true })),
        'hazards/candidates': () => answer({ people: [] }),
        'hazards/changeMany': ({ hazardIds }) => answer({ changed: hazardIds.length, skipped: 0, undo: [] }),
        'hazards/setStatus': ({ to }) => answer({ status: to }),
        ...handlers,
      },
      '/hazards',
      'zone_manager_rw',
    )
    await screen.findByText('Ladder')
    const findInput = (name: string) => page.inputs.findLast(([call]) => call === name)?.[1]
    return { ...page, findInput }
  }

  it('sees own hazards first unless newest first is chosen', async () => {
    const { user, findInput, app } = await openAsManager()
    expect(findInput('hazards/list')).toMatchObject({ mineFirst: true })
    await user.click(screen.getByRole('button', { name: 'Mine first', pressed: true }))
    await waitFor(() => expect(findInput('hazards/list')).not.toHaveProperty('mineFirst'))
    expect(app.path()).toContain('newest')
  })

  it('opens a hazard by a click anywhere on its card, but not by its checkbox', async () => {
    const { user, app } = await openAsManager()
    await user.click(screen.getByRole('checkbox', { name: 'Select Ladder' }))
    expect(app.path()).not.toContain('hazard=')
    await user.click(screen.getByRole('heading', { name: 'Ladder' }))
    expect(app.path()).toContain(`hazard=${second.id}`)
  })

  it('starts and closes several, and only those whose status allows it', async () => {
    const { user, findInput } = await openAsManager()
    for (const title of ['Oil on the stairs', 'Ladder'])
      await user.click(screen.getByRole('checkbox', { name: `Select ${title}` }))
    const bar = within(screen.getByRole('region', { name: 'Selection' }))
    expect(bar.getByText('2 selected')).toBeTruthy()
    await user.click(bar.getByRole('button', { name: 'Start work' }))
    expect(await screen.findByText('1 hazard in progress')).toBeTruthy()
    expect(findInput('hazards/changeMany')).toMatchObject({
      hazardIds: [aHazard().id],
      change: { status: 'in_progress' },
    })
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: 'Select Ladder' }))
    await user.click(screen.getByRole('button', { name: 'Mark as closed' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Close 1 hazard?' }))
    await user.click(dialog.getByRole('button', { name: 'Mark as closed' }))
    await waitFor(() => expect(findInput('hazards/changeMany')).toMatchObject({ hazardIds: [second.id] }))
  })

  it('moves, assigns and starts with single keys, which do nothing in a field', async () => {
    const { user, findInput } = await openAsManager()
    await user.click(screen.getByLabelText('Search hazards'))
    await user.keyboard('j')
    expect(screen.getByLabelText('Search hazards')).toHaveProperty('value', 'j')
    await user.clear(screen.getByLabelText('Search hazards'))
    act(() => (document.activeElement as HTMLElement).blur())
    await user.keyboard('jj')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('View Details of Ladder')
    await user.keyboard('k')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('View Details of Oil on the stairs')
    await user.keyboard('s')
    expect(await screen.findByText('Hazard is in progress')).toBeTruthy()
    expect(findInput('hazards/setStatus')).toMatchObject({ from: 'open', to: 'in_progress' })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(findInput('hazards/setStatus')).toMatchObject({ from: 'in_progress', to: 'open' }),
    )
    act(() => screen.getByRole('button', { name: 'View Details of Ladder' }).focus())
    await user.keyboard('a')
    expect(await screen.findByRole('dialog', { name: 'Assign hazard' })).toBeTruthy()
  })

  const selectBoth = async (user: ReturnType<typeof userEvent.setup>) => {
    for (const title of ['Oil on the stairs', 'Ladder'])
      await user.click(screen.getByRole('checkbox', { name: `Select ${title}` }))
  }
  const otherZone = {
    'hazards/list': () =>
      answer({
        rows: [aHazard(), { ...second, zoneId: '0192f0c0-0000-7000-8000-000000000102' }],
        next: null,
      }),
  } as const

  it('changes a status by key only on the card with the focus, and only once while the key is held', async () => {
    const { user, findInput } = await openAsManager()
    await user.click(screen.getByRole('heading', { name: 'Oil on the stairs' }))
    act(() => (document.activeElement as HTMLElement).blur())
    await user.keyboard('s')
    expect(findInput('hazards/setStatus')).toBeUndefined()
    const row = screen.getByRole('button', { name: 'View Details of Oil on the stairs' })
    act(() => row.focus())
    fireEvent.keyDown(row, { key: 's', repeat: true })
    expect(findInput('hazards/setStatus')).toBeUndefined()
    fireEvent.keyDown(row, { key: 's' })
    await waitFor(() => expect(findInput('hazards/setStatus')).toBeTruthy())
  })

  it('returns the focus to the card when the dialog for the next status closes', async () => {
    const { user } = await openAsManager()
    const row = screen.getByRole('button', { name: 'View Details of Ladder' })
    act(() => row.focus())
    await user.keyboard('s')
    await screen.findByRole('dialog')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(row))
  })

  it('assigns several only to a person found by the typed text', async () => {
    const [bo, ann] = [aCandidate({ firstName: 'Bo' }), aCandidate({ userId: second.id, firstName: 'Ann' })]
    const { user, findInput } = await openAsManager({
      'hazards/candidates': ({ search }) => answer({ people: search ? [ann] : [bo, ann] }),
    })
    await selectBoth(user)
    await user.click(within(screen.getByRole('region', { name: 'Selection' })).getByText('Assign'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Assign 2 hazards' }))
    await screen.findByRole('option', { name: /Bo/ })
    expect(dialog.getByRole('button', { name: 'Assign' })).toHaveProperty('disabled', true)
    expect(dialog.queryByRole('button', { name: 'Remove assignees' })).toBeNull()
    await user.keyboard('{Enter}ann{Enter}{Enter}')
    expect(screen.queryByRole('option')).toBeNull()
    expect(findInput('hazards/changeMany')).toBeUndefined()
    await screen.findByRole('option', { name: /Ann/ })
    await user.keyboard('{Enter}{Enter}')
    await waitFor(() =>
      expect(findInput('hazards/changeMany')).toMatchObject({ change: { assigneeId: ann.userId } }),
    )
  })

  it('explains why hazards of two zones cannot be assigned together, and opens no dialog later', async () => {
    const { user } = await openAsManager(otherZone)
    await selectBoth(user)
    await user.keyboard('a')
    expect(await screen.findByText('Select hazards from a single zone to assign them.')).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: 'Select Ladder' }))
    expect(screen.getByText('1 selected')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('reports how many could not be changed when the request for one zone fails', async () => {
    const { user } = await openAsManager({
      ...otherZone,
      'hazards/changeMany': ({ zoneId, hazardIds }) =>
        zoneId === second.zoneId
          ? answer({ changed: hazardIds.length, skipped: 0, undo: [] })
          : refusal(403, 'FORBIDDEN', 'No'),
    })
    await selectBoth(user)
    await user.click(screen.getByRole('button', { name: 'Mark as closed' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Close 2 hazards?' }))
    await user.click(dialog.getByRole('button', { name: 'Mark as closed' }))
    expect(await dialog.findByText('1 changed, 1 couldn’t be changed. Try again.')).toBeTruthy()
  })

  it('keeps the number in the dialog until the list has been refetched', async () => {
    let isListAnswered = true
    const { user } = await openAsManager({
      'hazards/list': () =>
        isListAnswered ? answer({ rows: [aHazard(), second], next: null }) : neverAnswer(),
    })
    await selectBoth(user)
    await user.click(screen.getByRole('button', { name: 'Mark as closed' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Close 2 hazards?' }))
    isListAnswered = false
    await user.click(dialog.getByRole('button', { name: 'Mark as closed' }))
    expect(await screen.findByText('2 hazards closed')).toBeTruthy()
    expect(screen.getByRole('dialog', { name: 'Close 2 hazards?' })).toBeTruthy()
  })

  it('sets a due time for several once one is typed, and offers to remove those they have', async () => {
    const { user, findInput } = await openAsManager({
      'hazards/list': () =>
        answer({ rows: [aHazard({ dueAt: '2099-01-01T00:00:00.000Z' }), second], next: null }),
    })
    await selectBoth(user)
    await user.click(screen.getByRole('button', { name: 'Set due time' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Due time of 2 hazards' }))
    expect(dialog.getByRole('button', { name: 'Set due time' })).toHaveProperty('disabled', true)
    await user.click(dialog.getByRole('button', { name: 'Remove due times' }))
    await waitFor(() => expect(findInput('hazards/changeMany')).toMatchObject({ change: { dueAt: null } }))
  })
})

describe('assigning', () => {
  const bo = { id: '0192f0c0-0000-7000-8000-000000000002', name: 'Bo Lind' }
  const openForm = async (hazard = aHazardDetail({ mayManage: true, assignee: bo })) => {
    const people = [
      aCandidate({ userId: bo.id, firstName: 'Bo', lastName: 'Lind', inside: true }),
      aCandidate({ userId: '0192f0c0-0000-7000-8000-000000000902', userCode: 'ANN111', skills: ['Welder'] }),
      aCandidate({ userId: '0192f0c0-0000-7000-8000-000000000903', userCode: 'ANN222' }),
    ]
    const openedPage = openPage(
      {
        'hazards/list': () => answer({ rows: [hazard], next: null }),
        'hazards/get': () => answer(hazard),
        'hazards/assign': () => answer({ assigned: true }),
        'hazards/candidates': () => answer({ people }),
      },
      `/hazards?hazard=${hazard.id}`,
    )
    await openedPage.user.click(await screen.findByRole('button', { name: /^(Rea|A)ssign$/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Assign hazard' }))
    return {
      ...openedPage,
      dialog,
      field: dialog.getByLabelText<HTMLInputElement>('Assign to', { selector: 'input' }),
    }
  }

  it('starts with an empty field, in which the first letter already searches all members on the server', async () => {
    const { user, inputs, field } = await openForm()
    expect(document.activeElement).toBe(field)
    expect(field.value).toBe('')
    expect((await screen.findByRole('option', { name: /Bo Lind/ })).textContent).toContain('Inside')
    expect(screen.getByRole('option', { name: /ANN111/ }).textContent).toContain('Welder')
    expect(field.placeholder).toBe('Bo Lind')
    await user.keyboard('an')
    await waitFor(() =>
      expect(inputs.findLast(([name]) => name === 'hazards/candidates')?.[1]).toMatchObject({ search: 'an' }),
    )
  })

  it('distinguishes two people with the same name by their code, and sends the selected one', async () => {
    const { user, inputs, field, dialog } = await openForm()
    await user.click(field)
    await user.click(await screen.findByRole('option', { name: 'Ann Berg (ANN222)' }))
    expect(field.value).toBe('Ann Berg (ANN222)')
    // Focusing the field clears it, so that another name can be typed.
    await user.click(field)
    expect(field.value).toBe('')
    await user.type(field, 'ann222')
    expect(field.value).toBe('ann222')
    await user.tab()
    expect(field.value).toBe('Ann Berg (ANN222)')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(inputs.find(([name]) => name === 'hazards/assign')?.[1]).toMatchObject({
        userId: '0192f0c0-0000-7000-8000-000000000903',
      }),
    )
  })

  it('keeps the assignee’s name in the field, and does not search for others with the same name', async () => {
    const ann = { id: '0192f0c0-0000-7000-8000-000000000902', name: 'Ann Berg' }
    const { user, inputs, field } = await openForm(aHazardDetail({ mayManage: true, assignee: ann }))
    await user.click(field)
    expect(await screen.findByRole('option', { name: 'Ann Berg (ANN222)' })).toBeTruthy()
    await user.tab()
    await new Promise(resolve => setTimeout(resolve, 600))
    expect(field.value).toBe('Ann Berg')
    const searchInputs = inputs.filter(([name]) => name === 'hazards/candidates').map(([, input]) => input)
    expect(searchInputs).not.toContainEqual(expect.objectContaining({ search: expect.anything() }))
  })

  it('rejects a new due time in the past, and sends an unchanged one accurate to the second', async () => {
    const dueAt = '2026-01-01T08:00:17.000Z'
    const { user, inputs, dialog } = await openForm(aHazardDetail({ mayManage: true, assignee: bo, dueAt }))
    const dueInput = dialog.getByLabelText<HTMLInputElement>('Due')
    const savedDueValue = dueInput.value
    const findAssignInput = () => inputs.find(([name]) => name === 'hazards/assign')?.[1]
    fireEvent.change(dueInput, { target: { value: '2025-11-26T01:00' } })
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(dialog.getByText('This time has passed. Choose a later one.')).toBeTruthy()
    expect(document.activeElement).toBe(dueInput)
    expect(findAssignInput()).toBeUndefined()
    fireEvent.change(dueInput, { target: { value: savedDueValue } })
    expect(dialog.queryByText(/has passed/)).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(findAssignInput()).toMatchObject({ dueAt }))
  })

  it('does not remove the due time if a new one is only partly typed', async () => {
    const dueAt = '2099-01-01T08:00:17.000Z'
    const { user, inputs, dialog } = await openForm(aHazardDetail({ mayManage: true, assignee: bo, dueAt }))
    const dueInput = dialog.getByLabelText<HTMLInputElement>('Due')
    fireEvent.change(dueInput, { target: { value: '' } })
    // jsdom keeps no partly typed time.
    Object.defineProperty(dueInput, 'validity', { value: { badInput: true } })
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(dialog.getByText('Complete the date and time.')).toBeTruthy()
    expect(inputs.find(([name]) => name === 'hazards/assign')).toBeUndefined()
  })

  it('keeps the focus in the dialog when the assignee is cleared with the keyboard', async () => {
    const { user, field, dialog } = await openForm()
    act(() => dialog.getByRole('button', { name: 'Remove assignee' }).focus())
    await user.keyboard('{Enter}')
    expect(field.value).toBe('')
    expect(document.activeElement).toBe(field)
  })

  it('keeps the assignee when the field is left without a selection, and unassigns with its clear button', async () => {
    const { user, inputs, field, dialog } = await openForm()
    await user.click(field)
    await user.tab()
    expect(field.value).toBe('Bo Lind')
    await user.click(dialog.getByRole('button', { name: 'Remove assignee' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(inputs.find(([name]) => name === 'hazards/assign')?.[1]).toMatchObject({ userId: null }),
    )
  })
})

describe('the poster of another zone', () => {
  const yard = aZone({ ...enteredZone, id: '0192f0c0-0000-7000-8000-000000000102', name: 'South yard' })
  const openReport = (zones: ReturnType<typeof aZone>[], handlers: Handlers = {}) => {
    zoneSelectionStore.set(aProfile().id, enteredZone.id)
    const inputs: [string, unknown][] = []
    fakeServer(
      {
        ...createServerHandlers('app_user', [enteredZone, ...zones]),
        'hazards/report': () => answer({ hazardId: aHazard().id }),
        'zones/available': () => answer({ rows: [], next: null }),
        ...handlers,
      },
      (name, input) => inputs.push([name, input]),
    )
    signIn()
    renderPage(`/hazards?report=1&zone=${yard.id}`)
    return { inputs, user: userEvent.setup() }
  }

  it('reports into its zone, not into the selected one', async () => {
    const { inputs, user } = openReport([yard])
    const dialog = within(await screen.findByRole('dialog', { name: 'Report Notification' }))
    expect(dialog.getByText('South yard')).toBeTruthy()
    await user.type(dialog.getByLabelText(/^Title/), 'Oil on the stairs')
    await user.type(dialog.getByLabelText(/^Description/), 'Slippery')
    await user.click(dialog.getByRole('button', { name: 'Report Notification' }))
    await waitFor(() =>
      expect(inputs.find(([name]) => name === 'hazards/report')?.[1]).toMatchObject({ zoneId: yard.id }),
    )
  })

  it('offers no form to a person without access, and explains why', async () => {
    const { user } = openReport([])
    expect(await screen.findByText('You don’t belong to this zone')).toBeTruthy()
    expect(screen.getByText(/Your report wasn’t sent\. Tell someone on site\.$/)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(screen.getByRole('button', { name: `Back to ${enteredZone.name}` }))
    expect(await screen.findByText('No notifications found')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('asks an invited person to accept the invitation', async () => {
    openReport([{ ...yard, invited: true }])
    expect(await screen.findByText('You’re invited to South yard')).toBeTruthy()
    expect(screen.getByText('Accept the invitation to report something at South yard.')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('tells a read-only manager that they cannot report', async () => {
    openReport([{ ...yard, myRole: 'zone_manager_ro' }])
    expect(await screen.findByText('You can’t report here')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
