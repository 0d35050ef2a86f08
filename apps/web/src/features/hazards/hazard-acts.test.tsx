import { errors } from '@muster/contract/errors.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { answer, type Handlers, neverAnswer, refusal } from '../../testing/fake-server.ts'
import { aCandidate, aHazard, aHazardDetail } from './testing/a-hazard.ts'
import { openPage } from './testing/open-hazards.ts'

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
