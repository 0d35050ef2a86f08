import { openDatabase } from '../../../db/database.ts'
import { createCaller } from '../../../testing/caller.ts'
import { createFactories, type TestUser } from '../../../testing/factories.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { usersProcedures } from '../users.procedures.ts'
import { zonePermissionsProcedures } from '../zone-permissions.procedures.ts'

/** Sets up the procedures of this feature on a separate database. */
export async function createUsersWorld() {
  const database = await createTestDatabase()
  const db = openDatabase(database.url)
  const make = createFactories(db)
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
    async stop(): Promise<void> {
      await db.close()
      await database.drop()
    },
  }
}

export type UsersWorld = Awaited<ReturnType<typeof createUsersWorld>>
