import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { needsPin, zoneRoles } from '@muster/domain/role.ts'
import { expect, it } from 'vitest'

it('the database and the server require a PIN for the same roles before an invitation is accepted', () => {
  const path = join(import.meta.dirname, '../../db/functions/zones/invite-first.sql')
  const [, roles = ''] =
    /function accept_invitation[^$]*\$\$.*?a\.role not in \(([^)]*)\)/s.exec(readFileSync(path, 'utf8')) ?? []
  const roleNames = [...roles.matchAll(/'(\w+)'/g)].map(([, role]) => role)
  expect(roleNames.sort()).toEqual(zoneRoles.filter(needsPin).sort())
})
