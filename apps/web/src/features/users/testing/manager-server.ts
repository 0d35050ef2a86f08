import type { MemberDetails, ZonePerson } from '@muster/contract/users.ts'
import { screen, within } from '@testing-library/react'
import { aZone, createServerHandlers, signIn } from '../../../testing/people.ts'
import { aMember, peopleServer } from '../testing/a-member.ts'

export const me = '0192f0c0-0000-7000-8000-000000000001'
const entryExpiresAt = '2036-01-01T00:00:00.000Z'
export const zone = aZone({ myRole: 'zone_manager_rw', entryExpiresAt })
export const bo = aMember({ presence: 'inside', lastSeen: new Date().toISOString() })
export const self = aMember({ userId: me, firstName: 'Ana', lastName: 'Ruiz', zoneRole: 'zone_manager_rw' })
export const eve = aMember({
  userId: '0192f0c0-0000-7000-8000-000000000009',
  firstName: 'Eve',
  lastName: 'Oz',
  email: 'eve@example.org',
  userCode: 'MUS-ZZZZ-ZZZZ-ZZZZ',
})

export function managerServer(
  users: () => ZonePerson[],
  role: 'zone_manager_rw' | 'zone_manager_ro' = 'zone_manager_rw',
  getDetails?: (userId: string) => Partial<MemberDetails>,
) {
  sessionStorage.setItem(`muster.zone.${me}`, zone.id)
  signIn()
  return {
    ...createServerHandlers(role, [{ ...zone, myRole: role }]),
    ...peopleServer(users, getDetails),
  }
}
export const getCardTexts = () =>
  within(screen.getByRole('list', { name: 'Users in North yard' }))
    .getAllByRole('button')
    .map(card => card.textContent ?? '')
