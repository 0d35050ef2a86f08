import { createCaller } from '../../../testing/caller.ts'
import type { TestUser } from '../../../testing/factories.ts'
import { testDatabase } from '../../../testing/test-world.ts'
import { usersProcedures } from '../users.procedures.ts'
import { zonePermissionsProcedures } from '../zone-permissions.procedures.ts'

/** Prepares the procedures of this feature on a database of its own for the tests of a file. */
export function testUsers() {
  const { db, make } = testDatabase()
  return {
    db,
    make,
    call: (user?: TestUser) =>
      createCaller({ users: usersProcedures({ db }), zonePermissions: zonePermissionsProcedures }, db)(user),
    async zoneWithManager() {
      const [zone, manager] = await Promise.all([make.zone(), make.user({ role: 'zone_manager_rw' })])
      await make.assign(manager, zone, 'zone_manager_rw')
      return { zone, manager }
    },
  }
}
