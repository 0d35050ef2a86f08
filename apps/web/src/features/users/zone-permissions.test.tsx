import type { ChangedPermissions } from '@muster/contract/zone-permissions.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answer, fakeServer } from '../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn, toListedZone } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'
import { aMember, peopleServer } from './testing/a-member.ts'

const zone = aZone()
const bo = aMember({ zoneRole: 'zone_manager_ro' })

it('granting and revoking permissions of a zone manager is saved immediately and marked on their row', async () => {
  let people: ChangedPermissions[] = []
  const saveInputs: unknown[] = []
  fakeServer({
    ...createServerHandlers('super_admin', [zone]),
    ...peopleServer(() => [bo]),
    'zones/all': () => answer({ rows: [toListedZone(zone)], next: null }),
    'zones/counts': () => answer({ all: 1, active: 1, pending: 0, suspended: 0 }),
    'presence/visitsOf': () => answer({ visits: [] }),
    'zonePermissions/list': () => answer({ people }),
    'zonePermissions/set': input => {
      saveInputs.push(input)
      const changedPermissions = { userId: bo.userId, granted: input.granted, revoked: input.revoked }
      people = [changedPermissions]
      return answer(changedPermissions)
    },
  })
  signIn()
  renderPage('/zones')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Actions for North yard' }))
  await user.click(await screen.findByRole('menuitem', { name: 'View Zone Users' }))
  const list = within(await screen.findByRole('dialog', { name: 'Users in North yard' }))
  await user.click(await list.findByRole('button', { name: /^(?!Remove).*Bo Lind/ }))
  await user.click(await screen.findByRole('button', { name: 'Change permissions' }))
  const form = within(await screen.findByRole('dialog', { name: 'Permissions in this zone' }))
  expect(form.getAllByText('Role defaults').length).toBeGreaterThan(0)
  await user.click(form.getByRole('checkbox', { name: /^Send and schedule broadcasts/ }))
  await user.click(form.getByRole('checkbox', { name: /^See where people are/ }))
  expect(form.getByText('Granted')).toBeTruthy()
  expect(form.getByText('Removed')).toBeTruthy()
  await user.click(form.getByRole('button', { name: 'Reset to role defaults' }))
  expect(form.queryByText('Granted')).toBeNull()
  await user.click(form.getByRole('checkbox', { name: /^Send and schedule broadcasts/ }))
  await user.click(form.getByRole('checkbox', { name: /^See where people are/ }))
  await user.click(form.getByRole('button', { name: 'Save permissions' }))
  const details = within(await screen.findByRole('dialog', { name: 'User Details' }))
  expect(await details.findByText('1 granted, 1 removed')).toBeTruthy()
  expect(saveInputs).toEqual([
    { zoneId: zone.id, userId: bo.userId, granted: ['broadcast'], revoked: ['track_live_locations'] },
  ])
  // The mark appears beside the role and on the person's row in the list behind the dialog.
  await waitFor(() => expect(screen.getAllByText('1 granted, 1 removed')).toHaveLength(2))
})
