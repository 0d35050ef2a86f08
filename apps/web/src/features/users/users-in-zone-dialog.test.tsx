import type { ZonePerson } from '@muster/contract/users.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answer, fakeServer, type Handlers } from '../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn, toListedZone } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'
import { aMember, anInvited, peopleServer } from './testing/a-member.ts'

const zone = aZone()
const bo = aMember()
const cy = anInvited()

async function openUsers(handlers: Handlers = {}, people: () => ZonePerson[] = () => [cy, bo]) {
  fakeServer({
    ...createServerHandlers('super_admin', [zone]),
    ...peopleServer(people, () => ({
      phone: '+91 11 5550 0100',
      skills: ['First aid'],
      emergencyContact: { name: 'Ida Lind', phone: '+44 20 1234 5678', relationship: 'Sister' },
    })),
    'zones/all': () => answer({ rows: [toListedZone(zone)], next: null }),
    'zones/counts': () => answer({ all: 1, active: 1, pending: 0, suspended: 0 }),
    'presence/visitsOf': () =>
      answer({
        visits: [
          {
            id: '0192f0c0-0000-7000-8000-000000000d02',
            entryTime: '2026-11-20T09:00:00.000Z',
            exitTime: null,
            lastSeen: new Date().toISOString(),
            durationMinutes: null,
            source: 'manual',
            mock: false,
          },
          {
            id: '0192f0c0-0000-7000-8000-000000000d01',
            entryTime: '2026-11-19T09:00:00.000Z',
            exitTime: '2026-11-19T11:05:00.000Z',
            lastSeen: null,
            durationMinutes: 125,
            source: 'device',
            mock: true,
          },
        ],
      }),
    ...handlers,
  })
  signIn()
  renderPage('/zones')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Actions for North yard' }))
  await user.click(await screen.findByRole('menuitem', { name: 'View Zone Users' }))
  const list = within(await screen.findByRole('dialog', { name: 'Users in North yard' }))
  return { user, list }
}

it('lists the people of a zone in the order chosen', async () => {
  const inputs: unknown[] = []
  const { user, list } = await openUsers({
    'users/inZone': input => {
      inputs.push(input)
      return answer({ rows: [cy, bo], next: null })
    },
  })
  await list.findByRole('button', { name: /^(?!Remove).*Bo Lind/ })
  await user.click(list.getByRole('combobox', { name: 'Sort by' }))
  await user.click(await screen.findByRole('option', { name: 'Name, A to Z' }))
  await waitFor(() => expect(inputs.at(-1)).toMatchObject({ sort: 'name', direction: 'asc' }))
})

it('User Details show name, contact and last visits', async () => {
  const { user, list } = await openUsers()
  await user.click(await list.findByRole('button', { name: /^(?!Remove).*Bo Lind/ }))
  const details = within(await screen.findByRole('dialog', { name: 'User Details' }))
  expect(await details.findByText('First aid')).toBeTruthy()
  for (const text of ['bo.lind@example.org', '+91 11 5550 0100', 'Ida Lind', 'Sister', 'App User'])
    expect(details.getByText(text)).toBeTruthy()
  const visits = within(await details.findByRole('list', { name: 'Recent zone visits' }))
  const [currentVisit, previousVisit] = visits.getAllByRole('listitem')
  expect(currentVisit?.textContent).toContain('Manual check')
  expect(currentVisit?.textContent).toContain('Currently in Zone')
  expect(previousVisit?.textContent).toContain('Location app')
  expect(previousVisit?.textContent).toContain('2 h 5 min')
  const fakeMarkFlags = [currentVisit, previousVisit].map(row =>
    row?.textContent?.includes('Position may be fake'),
  )
  expect(fakeMarkFlags).toEqual([false, true])
})

it('a removal lists its consequences, shows User Removed, and explains a failure', async () => {
  let people: ZonePerson[] = [bo]
  let isRefused = true
  const { user, list } = await openUsers(
    {
      'users/unlink': () => {
        if (isRefused) return { status: 500, body: 'down' }
        people = []
        return answer({ userId: bo.userId })
      },
    },
    () => people,
  )
  await user.click(await list.findByRole('button', { name: 'Remove Bo Lind' }))
  const confirmDialog = within(await screen.findByRole('dialog', { name: 'Remove Bo Lind?' }))
  expect(confirmDialog.getAllByRole('listitem').map(item => item.textContent)).toEqual([
    'Access to this zone',
    'Location tracking in this zone',
    'Their membership in this zone’s groups and activities',
  ])
  await user.click(confirmDialog.getByRole('button', { name: 'Remove user' }))
  expect(await confirmDialog.findByText('Failed to remove user from zone')).toBeTruthy()
  isRefused = false
  await user.click(confirmDialog.getByRole('button', { name: 'Remove user' }))
  expect(await screen.findByText('User Removed')).toBeTruthy()
  await waitFor(() => expect(list.queryByText('Bo Lind')).toBeNull())
})

it("adding a person here shows this dialog's own text", async () => {
  const { user, list } = await openUsers({
    'users/addByCode': () => answer({ userId: bo.userId, userName: 'Bo Lind' }),
  })
  await user.click(list.getByRole('button', { name: 'Add User' }))
  const form = within(await screen.findByRole('dialog', { name: 'Add User by Code' }))
  await user.type(form.getByLabelText(/User code/), 'mus-bbbb-cccc-dddd{Enter}')
  expect(await screen.findByText('User added to zone successfully!')).toBeTruthy()
})
