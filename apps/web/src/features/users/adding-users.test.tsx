import type { ZonePerson } from '@muster/contract/users.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { answer, fakeServer, refusal } from '../../testing/fake-server.ts'
import { renderPage } from '../../testing/render.tsx'
import { anInvited } from './testing/a-member.ts'
import { bo, getCardTexts, managerServer, self, zone } from './testing/manager-server.ts'

it('Add User by Code sends the code trimmed and in upper case, and refetches the list', async () => {
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
  renderPage('/zone-app-users')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Add User' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add User by Code' }))
  await user.click(dialog.getByRole('button', { name: 'Add User' }))
  expect(await dialog.findByText('Please enter a user code')).toBeTruthy()
  await user.type(dialog.getByLabelText(/User code/), '  mus-bbbb-cccc-dddd ')
  await user.click(dialog.getByLabelText('Zone Manager (RO)'))
  await user.click(dialog.getByRole('button', { name: 'Add User' }))
  expect(await screen.findByText('User Added Successfully')).toBeTruthy()
  expect(screen.getByText('Bo Lind is invited to North yard. They join once they enter it.')).toBeTruthy()
  expect(inputs).toEqual([{ zoneId: zone.id, userCode: 'MUS-BBBB-CCCC-DDDD', role: 'zone_manager_ro' }])
  await waitFor(() => expect(getCardTexts()).toHaveLength(2))
})

it('scanning does not mark an untouched field as invalid', async () => {
  const getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'))
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  fakeServer(managerServer(() => [self]))
  renderPage('/zone-app-users')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Add User' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add User by Code' }))
  await user.click(dialog.getByLabelText(/User code/))
  await user.click(dialog.getByRole('button', { name: 'Scan code' }))
  expect(await dialog.findByText('This device has no camera. Type the code instead.')).toBeTruthy()
  expect(dialog.queryByText('Please enter a user code')).toBeNull()
})

it.each([
  [404, 'INVALID_CODE', 'Invalid user code. Please check the code and try again.'],
  [409, 'ALREADY_ASSIGNED', 'User is already assigned to this zone.'],
  [403, 'ADD_USER_FORBIDDEN', 'You do not have permission to add users to this zone.'],
  [503, 'SERVICE_UNAVAILABLE', 'Failed to add user to zone.'],
] as const)('adding fails with %i %s: %s', async (status, code, text) => {
  const message = code === 'SERVICE_UNAVAILABLE' ? 'Down' : text
  fakeServer({ ...managerServer(() => [self]), 'users/addByCode': () => refusal(status, code, message) })
  renderPage('/zone-app-users')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Add User' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add User by Code' }))
  await user.type(dialog.getByLabelText(/User code/), 'nope{Enter}')
  expect(await dialog.findByText(text)).toBeTruthy()
  expect(dialog.getByLabelText<HTMLInputElement>(/User code/).value).toBe('NOPE')
})

it.each(['/zone-app-users', '/zone-manager'])(
  'on %s an invited person is shown as Invited with name and code, and counts as not checked in',
  async address => {
    const cy = anInvited()
    fakeServer(managerServer(() => [bo, cy]))
    renderPage(address)
    const list = within(await screen.findByRole('list', { name: 'Users in North yard' }))
    const card = list.getByText('Cy Novak').closest('button, article')
    expect(card?.textContent).toBe('CNCy NovakMUS-CCCC-DDDD-EEEEInvitedApp User')
    expect(screen.getByText('Total Users').parentElement?.parentElement?.textContent).toContain('2')
  },
)

it('the details of an invited person explain why little is shown, and let managers withdraw the invitation', async () => {
  const cy = anInvited()
  let people: ZonePerson[] = [cy, self]
  fakeServer({
    ...managerServer(() => people),
    'users/unlink': () => {
      people = [self]
      return answer({ userId: cy.userId })
    },
  })
  renderPage(`/zone-app-users?user=${cy.userId}`)
  const user = userEvent.setup()
  const drawer = within(await screen.findByRole('region', { name: 'Cy Novak' }))
  expect(drawer.getByText('Invited')).toBeTruthy()
  expect(drawer.getByText(cy.userCode)).toBeTruthy()
  expect(
    drawer.getByText(/You’ll see their contact details and presence here once they enter North yard/),
  ).toBeTruthy()
  expect(drawer.queryByText('Email')).toBeNull()
  await user.click(drawer.getByRole('button', { name: 'Unlink from Zone' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Unlink Cy Novak' }))
  await user.click(dialog.getByRole('button', { name: 'Unlink from Zone' }))
  await waitFor(() => expect(screen.queryByText('Cy Novak')).toBeNull())
})

it('a link with a code opens the prefilled dialog, and people who may not add users see why', async () => {
  const inputs: unknown[] = []
  fakeServer({
    ...managerServer(() => [self]),
    'users/addByCode': input => {
      inputs.push(input)
      return answer({ userId: bo.userId, userName: 'Bo Lind' })
    },
  })
  const app = renderPage('/zone-app-users?add=mus-bbbb-cccc-dddd')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add User by Code' }))
  expect(dialog.getByLabelText<HTMLInputElement>(/User code/).value.toUpperCase()).toBe('MUS-BBBB-CCCC-DDDD')
  await userEvent.click(dialog.getByRole('button', { name: 'Add User' }))
  await waitFor(() => expect(inputs).toMatchObject([{ userCode: 'MUS-BBBB-CCCC-DDDD', role: 'app_user' }]))
  await waitFor(() => expect(app.path()).not.toContain('add='))
  app.unmount()
  fakeServer(managerServer(() => [self], 'zone_manager_ro'))
  renderPage('/zone-app-users?add=MUS-BBBB-CCCC-DDDD')
  expect(await screen.findByText('You do not have permission to add users to this zone.')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})
