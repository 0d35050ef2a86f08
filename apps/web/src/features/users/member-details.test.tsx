import type { MemberDetails } from '@muster/contract/users.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answer, fakeServer, refusal } from '../../testing/fake-server.ts'
import { renderPage } from '../../testing/render.tsx'
import { aTeamMember, aTeamZone } from './testing/a-member.ts'
import { bo, eve, getCardTexts, managerServer, me, self, zone } from './testing/manager-server.ts'

it('Unlink asks for confirmation with the specified text, removes the row immediately, and matches the server', async () => {
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
  const app = renderPage(`/zone-app-users?user=${bo.userId}`)
  const user = userEvent.setup()
  const drawer = within(await screen.findByRole('region', { name: 'Bo Lind' }))
  expect(drawer.getByText('MUS-BBBB-CCCC-DDDD')).toBeTruthy()
  await user.click(drawer.getByRole('button', { name: 'Unlink from Zone' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Unlink Bo Lind' }))
  expect(
    dialog.getByText(
      'Are you sure you want to unlink this user from the zone? This action cannot be undone. The user will lose access to this zone and all associated data.',
    ),
  ).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Unlink from Zone' }))
  expect(await screen.findByText('User unlinked from zone successfully')).toBeTruthy()
  expect(inputs).toEqual([{ zoneId: zone.id, userId: bo.userId }])
  await waitFor(() => expect(app.path()).not.toContain('user='))
  await waitFor(() => expect(getCardTexts()).toHaveLength(1))
})

it('Add back adds an unlinked person again with their role, by the normal rules', async () => {
  let users = [self, bo]
  const addInputs: unknown[] = []
  let isDeclined = false
  fakeServer({
    ...managerServer(() => users),
    'users/unlink': () => {
      users = [self]
      return answer({ userId: bo.userId })
    },
    'users/addByCode': input => {
      if (isDeclined) return refusal(409, 'INVITATION_DECLINED', 'They declined.')
      addInputs.push(input)
      users = [self, bo]
      return answer({ userId: bo.userId, userName: 'Bo Lind' })
    },
  })
  renderPage(`/zone-app-users?user=${bo.userId}`)
  const user = userEvent.setup()
  const unlink = async () => {
    const drawer = within(await screen.findByRole('region', { name: 'Bo Lind' }))
    await user.click(drawer.getByRole('button', { name: 'Unlink from Zone' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Unlink Bo Lind' }))
    await user.click(dialog.getByRole('button', { name: 'Unlink from Zone' }))
    await user.click(await screen.findByRole('button', { name: 'Add back' }))
  }
  await unlink()
  expect(
    await screen.findByText(`Bo Lind is invited to ${zone.name} again. They join once they enter it.`),
  ).toBeTruthy()
  expect(addInputs).toEqual([{ zoneId: zone.id, userCode: bo.userCode, role: bo.zoneRole }])
  await waitFor(() => expect(getCardTexts()).toHaveLength(2))
  expect(screen.queryByRole('button', { name: 'Add back' })).toBeNull()

  isDeclined = true
  await user.click(screen.getByRole('button', { name: /Bo Lind/ }))
  await unlink()
  expect(await screen.findByText('Bo Lind couldn’t be added back')).toBeTruthy()
})

it('a rejected unlink keeps the dialog open with the reason, and nobody can unlink themselves', async () => {
  fakeServer({
    ...managerServer(() => [self, bo]),
    'users/unlink': () =>
      refusal(
        409,
        'LAST_MANAGER',
        'The last zone manager of a zone can’t be removed. Add another one first.',
      ),
  })
  renderPage(`/zone-app-users?user=${bo.userId}`)
  const user = userEvent.setup()
  const drawer = within(await screen.findByRole('region', { name: 'Bo Lind' }))
  await user.click(drawer.getByRole('button', { name: 'Unlink from Zone' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Unlink Bo Lind' }))
  await user.click(dialog.getByRole('button', { name: 'Unlink from Zone' }))
  expect(
    await dialog.findByText('The last zone manager of a zone can’t be removed. Add another one first.'),
  ).toBeTruthy()
})

it('one’s own details have no Unlink', async () => {
  fakeServer(managerServer(() => [self, bo]))
  renderPage(`/zone-app-users?user=${me}`)
  const drawer = within(await screen.findByRole('region', { name: 'Ana Ruiz' }))
  expect(await drawer.findByText('Global role')).toBeTruthy()
  expect(drawer.queryByRole('button', { name: 'Unlink from Zone' })).toBeNull()
})

it('the last position of a member is shown in the details, for which the server logs the view, but not in the list', async () => {
  const locatedUser = { ...bo, position: { lat: 28.6, lng: 77.2, accuracyMeters: 6 } }
  const calls = fakeServer(managerServer(() => [locatedUser, eve]))
  const app = renderPage('/zone-app-users')
  await waitFor(() => expect(getCardTexts()).toHaveLength(2))
  expect(calls).not.toContain('users/detail')
  expect(getCardTexts().join()).not.toContain('28.6')
  app.unmount()
  renderPage(`/zone-app-users?user=${bo.userId}`)
  const drawer = within(await screen.findByRole('region', { name: 'Bo Lind' }))
  expect((await drawer.findByText('Last position')).nextElementSibling?.textContent).toContain('28.6')
})

it('a manager can assign a role up to their own; a read-only manager cannot, and nobody can change their own', async () => {
  const inputs: unknown[] = []
  fakeServer({
    ...managerServer(() => [bo, self]),
    'users/changeRole': input => {
      inputs.push(input)
      return answer({ userId: bo.userId, role: 'zone_manager_ro' })
    },
  })
  const app = renderPage(`/zone-app-users?user=${bo.userId}`)
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
  expect(await screen.findByText('Bo Lind is now Zone Manager (RO) for North yard.')).toBeTruthy()
  expect(inputs).toEqual([{ zoneId: zone.id, userId: bo.userId, role: 'zone_manager_ro' }])
  app.unmount()
  const ownApp = renderPage(`/zone-app-users?user=${me}`)
  const ownDrawer = within(await screen.findByRole('region', { name: 'Ana Ruiz' }))
  expect(ownDrawer.queryByRole('button', { name: 'Change role' })).toBeNull()
  ownApp.unmount()
  fakeServer(managerServer(() => [bo], 'zone_manager_ro'))
  renderPage(`/zone-app-users?user=${bo.userId}`)
  const otherDrawer = within(await screen.findByRole('region', { name: 'Bo Lind' }))
  expect(otherDrawer.queryByRole('button', { name: 'Change role' })).toBeNull()
})

it('a locked PIN is shown to people who may reset it, and Reset PIN grants new attempts', async () => {
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
  renderPage(`/zone-app-users?user=${bo.userId}`)
  const drawer = within(await screen.findByRole('region', { name: 'Bo Lind' }))
  expect(await drawer.findByText('Locked')).toBeTruthy()
  await userEvent.click(drawer.getByRole('button', { name: 'Reset PIN' }))
  expect(await screen.findByText('PIN reset')).toBeTruthy()
  expect(inputs).toEqual([{ zoneId: zone.id, userId: bo.userId }])
  await waitFor(() => expect(drawer.queryByText('Locked')).toBeNull())
  expect(drawer.queryByRole('button', { name: 'Reset PIN' })).toBeNull()
})

it('the details begin with how to reach the person and their emergency contact, without what is not given', async () => {
  const contact = { name: 'Ida Lind', phone: '+44 20 1234 5678', relationship: 'Sister' }
  fakeServer(
    managerServer(
      () => [bo, eve],
      'zone_manager_rw',
      userId =>
        userId === bo.userId
          ? {
              phone: '+44 20 8765 4321',
              emergencyContact: contact,
              accountCreatedAt: '2025-03-04T12:00:00.000Z',
            }
          : {},
    ),
  )
  const app = renderPage(`/zone-app-users?user=${bo.userId}`)
  const getFact = (drawer: ReturnType<typeof within>, name: string) =>
    drawer.getByText(name).nextElementSibling
  const drawer = within(await screen.findByRole('region', { name: 'Bo Lind' }))
  await drawer.findByText('Emergency contact')
  expect(drawer.getByRole('link', { name: 'Call Bo Lind' }).getAttribute('href')).toBe('tel:+442087654321')
  const facts = screen.getByRole('region', { name: 'Bo Lind' }).querySelectorAll('dt')
  expect([...facts].slice(0, 4).map(it => it.textContent)).toEqual([
    'Phone',
    'Emergency contact',
    'Current presence',
    'Last check-in',
  ])
  expect(getFact(drawer, 'Emergency contact')?.textContent).toBe('Ida LindSister+44 20 1234 5678')
  expect(drawer.getByRole('link', { name: contact.phone }).getAttribute('href')).toBe('tel:+442012345678')
  expect(getFact(drawer, 'Account created')?.querySelector('time')?.dateTime).toBe('2025-03-04T12:00:00.000Z')
  app.unmount()
  renderPage(`/zone-app-users?user=${eve.userId}`)
  const eveDrawer = within(await screen.findByRole('region', { name: 'Eve Oz' }))
  await eveDrawer.findByText('Account created')
  for (const name of ['Phone', 'Emergency contact', 'Skills']) expect(eveDrawer.queryByText(name)).toBeNull()
  expect(eveDrawer.queryByRole('link', { name: 'Call Eve Oz' })).toBeNull()
})

it('Users Management of a zone opens the same details, without Unlink', async () => {
  fakeServer({
    ...managerServer(() => [self, bo]),
    'users/inMyZones': () => answer({ rows: [aTeamMember({ zones: [aTeamZone(zone)] })], next: null }),
    'users/countInMyZones': () => answer({ all: 1 }),
  })
  renderPage('/users')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /Bo Lind/ }))
  const drawer = within(await screen.findByRole('region', { name: 'Bo Lind' }))
  expect(await drawer.findByText('MUS-BBBB-CCCC-DDDD')).toBeTruthy()
  expect(drawer.queryByRole('button', { name: 'Unlink from Zone' })).toBeNull()
})

it('the details show an error if they fail to load, and the data of the row fades', async () => {
  fakeServer({
    ...managerServer(() => [self, bo]),
    'users/detail': () => refusal(403, 'FORBIDDEN', 'No'),
  })
  renderPage(`/zone-app-users?user=${bo.userId}`)
  const drawer = within(await screen.findByRole('region', { name: 'Bo Lind' }))
  expect(await drawer.findByText('Failed to load user information')).toBeTruthy()
  const code = drawer.getByText('MUS-BBBB-CCCC-DDDD')
  expect(code.closest('[data-stale]')).not.toBeNull()
})

it('people can be asked to share their position unless they withdrew consent', async () => {
  const withdrawnUser = { ...bo, consent: 'withdrawn' as const }
  fakeServer(managerServer(() => [self, withdrawnUser, eve]))
  renderPage(`/zone-app-users?user=${eve.userId}`)
  expect(await screen.findByRole('button', { name: 'Ask to share position' })).toBeTruthy()
  renderPage(`/zone-app-users?user=${bo.userId}`)
  const drawer = within(await screen.findByRole('region', { name: 'Bo Lind' }))
  expect(await drawer.findAllByText('Location consent withdrawn')).not.toHaveLength(0)
  expect(drawer.queryByRole('button', { name: 'Ask to share position' })).toBeNull()
})
