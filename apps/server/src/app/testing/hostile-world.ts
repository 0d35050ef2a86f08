import { hashSecret } from '../../features/auth/hashing.ts'
import { createFactories } from '../../testing/factories.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { type Answer, findFault } from './doors.ts'
import type { Mutation } from './hostile.ts'
import { knownFields } from './procedures.ts'
import { serveApp } from './served-app.ts'

/** Creates a server with its own database, for tests of input it must survive. */
export async function createHostileWorld() {
  const database = await createTestDatabase()
  const served = await serveApp(database.url)
  const make = createFactories(served.db)
  const pinHash = await hashSecret('2468')
  return {
    served,
    make,
    /** Creates a zone with a manager and a member, an admin, and the field values for sample inputs. */
    async makeWorld() {
      const [zone, manager, member, admin] = await Promise.all([
        make.zone(),
        make.user({ role: 'zone_manager_rw', pinHash }),
        make.user({ pinHash }),
        make.user({ role: 'super_admin', pinHash }),
      ])
      await make.assign(manager, zone, 'zone_manager_rw')
      await make.assign(member, zone)
      return { zone, manager, member, admin, known: knownFields({ zoneId: zone.id, userId: member.id }) }
    },
    async stop(): Promise<void> {
      await served.close()
      await database.drop()
    },
  }
}

export type HostileWorld = Awaited<ReturnType<typeof createHostileWorld>>

/** Returns a line for every unexpected response. */
export async function findFaults(
  cases: readonly Mutation[],
  sendInput: (input: unknown) => Promise<Answer>,
  find: (answer: Answer) => string | undefined,
): Promise<string[]> {
  const problems: string[] = []
  for (const { label, input } of cases) {
    const fault = find(await sendInput(input))
    if (fault) problems.push(`${label}: ${fault}`)
  }
  return problems
}

export const findUnrefusedFault = (answer: Answer) => {
  const fault = findFault(answer)
  if (fault) return fault
  return answer.status === 400 || answer.status === 404 ? undefined : `is answered with ${answer.status}`
}
export const findServerFault = (answer: Answer) => (answer.status < 300 ? undefined : findFault(answer))

export const bearerHeaders = (token: string) => ({ authorization: `Bearer ${token}` })
