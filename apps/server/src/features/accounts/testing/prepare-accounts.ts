import type { TestUser } from '../../../testing/factories.ts'
import { testServices } from '../../../testing/test-services.ts'
import { testWorld } from '../../../testing/test-world.ts'

export const createForm = (overrides: object = {}) => ({
  email: `new-${crypto.randomUUID()}@test.example`,
  firstName: 'Nila',
  lastName: 'Bose',
  phone: '',
  role: 'app_user' as const,
  ...overrides,
})

/** Prepares admins who manage accounts. */
export function prepareAccounts() {
  const muster = testServices()
  const { superAdmin, admin } = testWorld(
    muster,
    { superAdmin: { role: 'super_admin' }, admin: { role: 'admin' } },
    { once: true },
  )
  const accountsAs = (person: TestUser) => muster.call(person).accounts
  return { muster, superAdmin, admin, accountsAs }
}
