import { hashSecret } from '../../rpc/hashing.ts'
import { createFactories } from '../../testing/factories.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { type DoorResponse, findProblem } from './doors.ts'
import type { Mutation } from './hostile.ts'
import { createKnownFields } from './procedures.ts'
import { serveApp } from './served-app.ts'

/** Creates a server with its own database, for tests of input it must survive. */
export async function createHostileWorld() {
  const database = await createTestDatabase()
  const server = await serveApp(database.url)
  const make = createFactories(server.db)
  const pinHash = await hashSecret('2468')
  return {
    served: server,
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
      return {
        zone,
        manager,
        member,
        admin,
        known: createKnownFields({ zoneId: zone.id, userId: member.id }),
      }
    },
    async stop(): Promise<void> {
      await server.close()
      await database.drop()
    },
  }
}

export type HostileWorld = Awaited<ReturnType<typeof createHostileWorld>>

/** Returns a line for every unexpected response. */
export async function findProblems(
  cases: readonly Mutation[],
  sendInput: (input: unknown) => Promise<DoorResponse>,
  find: (answer: DoorResponse) => string | undefined,
): Promise<string[]> {
  const problems: string[] = []
  for (const { label, input } of cases) {
    const problem = find(await sendInput(input))
    if (problem) problems.push(`${label}: ${problem}`)
  }
  return problems
}

export const findUnrefusedProblem = (answer: DoorResponse) => {
  const problem = findProblem(answer)
  if (problem) return problem
  return answer.status === 400 || answer.status === 404 ? undefined : `is answered with ${answer.status}`
}
export const findServerProblem = (answer: DoorResponse) =>
  answer.status < 300 ? undefined : findProblem(answer)

export const createBearerHeaders = (token: string) => ({ authorization: `Bearer ${token}` })
