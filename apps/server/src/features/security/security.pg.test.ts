import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { callerOf, codeOf } from '../../testing/caller.ts'
import { factories } from '../../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { securityProcedures } from './security.procedures.ts'

let database: TestDatabase
let db: Database
let make: ReturnType<typeof factories>
const call = () => callerOf({ security: securityProcedures() }, db)

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url)
  make = factories(db)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

describe('the audit of row-level security', () => {
  it('finds nothing in the product as it is', async () => {
    const admin = await make.user({ role: 'admin' })
    const audit = await call()(admin).security.auditRlsCompliance()
    expect(audit.findings).toEqual([])
    expect(audit.compliant).toBe(true)
    expect(audit.tablesChecked).toBeGreaterThan(15)
  })

  it('names a table without row-level security and one without a policy', async () => {
    const admin = await make.user({ role: 'super_admin' })
    await db.pool.query('create table open_door (id int)')
    await db.pool.query('create table blind_wall (id int)')
    await db.pool.query('alter table blind_wall enable row level security')
    const audit = await call()(admin).security.auditRlsCompliance()
    await db.pool.query('drop table open_door, blind_wall')
    expect(audit.compliant).toBe(false)
    expect(audit.findings).toEqual([
      { schema: 'public', table: 'blind_wall', problem: 'no_policy' },
      { schema: 'public', table: 'open_door', problem: 'rls_disabled' },
    ])
  })

  it.each(['client_admin', 'zone_manager_rw', 'app_user'] as const)('is not for a %s', async role => {
    const person = await make.user({ role })
    expect(await codeOf(call()(person).security.auditRlsCompliance())).toBe('FORBIDDEN')
  })
})
