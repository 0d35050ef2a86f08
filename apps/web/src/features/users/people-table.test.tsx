import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answer, fakeServer } from '../../testing/fake-server.ts'
import { renderPage } from '../../testing/render.tsx'
import { anInvited } from './testing/a-member.ts'
import { bo, eve, managerServer, self, zone } from './testing/manager-server.ts'

const cy = anInvited()

// Tests have no layout. Simulate a page that is wide enough for columns.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, 0, 1000, 0))
})
afterEach(() => vi.restoreAllMocks())

/** Renders App Users of four people, and records the inputs of the calls. */
async function renderPeople(address = '/zone-app-users') {
  const lists: Record<string, unknown>[] = []
  const removals: unknown[] = []
  const server = managerServer(() => [bo, eve, cy, self])
  fakeServer({
    ...server,
    'users/inZone': input => {
      lists.push(input)
      return server['users/inZone'](input)
    },
    'users/unlinkMany': input => {
      removals.push(input)
      return answer({ removed: [bo.userId], refusals: [{ userId: eve.userId, reason: 'LAST_MANAGER' }] })
    },
  })
  const app = renderPage(address)
  const table = await screen.findByRole('table', { name: 'Users in North yard' })
  return { app, lists, removals, table, user: userEvent.setup() }
}

it('sorts by a column, in reverse on the second press, and keeps the order in the address', async () => {
  const { app, lists, table, user } = await renderPeople()
  const getHeader = (name: string) => within(table).getByRole('columnheader', { name })
  expect(getHeader('Name').getAttribute('aria-sort')).toBe('none')
  await user.click(within(getHeader('Name')).getByRole('button'))
  await waitFor(() => expect(lists.at(-1)).toMatchObject({ sort: 'name', direction: 'asc' }))
  expect(getHeader('Name').getAttribute('aria-sort')).toBe('ascending')
  expect(app.path()).toContain('sort=name')
  await user.click(within(getHeader('Name')).getByRole('button'))
  await waitFor(() => expect(lists.at(-1)).toMatchObject({ sort: 'name', direction: 'desc' }))
  await user.click(within(getHeader('Last seen')).getByRole('button'))
  await waitFor(() => expect(lists.at(-1)).toMatchObject({ sort: 'seen', direction: 'desc' }))
})

it('selects a range with Shift, and the selection ends when the filter changes', async () => {
  const { user, table } = await renderPeople()
  await user.click(within(table).getByRole('checkbox', { name: 'Select Bo Lind' }))
  await user.keyboard('{Shift>}')
  await user.click(within(table).getByRole('checkbox', { name: 'Select Cy Novak' }))
  await user.keyboard('{/Shift}')
  const bar = await screen.findByRole('region', { name: 'Selection' })
  expect(within(bar).getByText('3 selected')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /Not Checked-in/ }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull())
})

it('removes the selected people except oneself, and says who stayed and why', async () => {
  const { user, table, removals } = await renderPeople()
  await user.click(within(table).getByRole('checkbox', { name: 'Select all shown' }))
  const bar = await screen.findByRole('region', { name: 'Selection' })
  expect(within(bar).getByText('4 selected')).toBeTruthy()
  await user.click(within(bar).getByRole('button', { name: 'Remove' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove 3 people?' }))
  expect(dialog.getByText('Bo Lind')).toBeTruthy()
  expect(dialog.queryByText('Ana Ruiz')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Remove 3 people' }))
  expect(await screen.findByText('1 person removed')).toBeTruthy()
  expect(screen.getByText('Eve Oz: They are the last manager of the zone.')).toBeTruthy()
  expect(removals).toEqual([{ zoneId: zone.id, userIds: [bo.userId, eve.userId, cy.userId] }])
  expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
})

it('ignores an order in the address that the list does not have', async () => {
  const { lists } = await renderPeople('/zone-app-users?sort=shoe-size')
  expect(lists[0]?.sort).toBeUndefined()
})
