import { can } from '@muster/domain/permission.ts'
import { isInternalAdmin, roles, type ZoneRole } from '@muster/domain/role.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { factories } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { codeOf, rpcRequest, send } from './testing/doors.ts'
import { accessTo, knownFields, procedures, sampleInput } from './testing/procedures.ts'
import { type ServedApp, serveApp } from './testing/served-app.ts'

let database: TestDatabase
let served: ServedApp
beforeAll(async () => {
  database = await createTestDatabase()
  served = await serveApp(database.url)
})
afterAll(async () => {
  await served.close()
  await database.drop()
})

/** Called for oneself here: for somebody else they ask for one more permission, which their own tests prove. */
const forOneself = new Set(['presence.requestTracking'])

const ofSignedIn = procedures.filter(it => it.errorCodes.includes('UNAUTHORIZED'))

it.for(ofSignedIn)(
  '$name is refused to every role without its permission, and to no other',
  async procedure => {
    const { permission = null, refuses } = accessTo(served.services.router, procedure) ?? {}
    if (permission === null) return
    const make = factories(served.db)
    for (const role of roles) {
      // One of each for each: the call may take them away.
      const [other, zone] = [await make.user(), await make.zone()]
      await make.assign(other, zone)
      const person = await make.user({ role })
      const whose = forOneself.has(procedure.name) ? person : other
      const input = sampleInput(procedure, knownFields({ zoneId: zone.id, userId: whose.id }))
      if (!isInternalAdmin(role)) await make.assign(person, zone, role as ZoneRole)
      const code = codeOf(await send(served.app, rpcRequest(procedure, input, person.token)))
      if (can(role, permission)) expect(code, role).not.toBe(refuses)
      else expect(code, role).toBe(refuses)
    }
  },
)

it('a suspended zone answers its members like one that does not exist, and so does each call that names it', async () => {
  const make = factories(served.db)
  const [zone, other] = [await make.zone(), await make.user()]
  const member = await make.user({ role: 'client_admin' })
  await make.assign(member, zone, 'client_admin')
  await make.assign(other, zone)
  await served.db.pool.query(`update zones set status = 'suspended' where id = $1`, [zone.id])
  const open = []
  for (const procedure of ofSignedIn) {
    if (accessTo(served.services.router, procedure)?.who !== 'in zone') continue
    const input = sampleInput(procedure, knownFields({ zoneId: zone.id, userId: other.id }))
    const code = codeOf(await send(served.app, rpcRequest(procedure, input, member.token)))
    if (code !== 'ZONE_NOT_FOUND') open.push(`${procedure.name}: ${code}`)
  }
  expect(open).toEqual([])
})
