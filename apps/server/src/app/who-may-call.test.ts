import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { api } from '../rpc/base.ts'
import { requireDeclared } from './router.ts'
import { unrestrictedProcedures } from './testing/access-table/unrestricted-procedures.ts'
import { testsByField, titlesByFile } from './testing/foreign-ids.ts'
import { declared } from './testing/generated-lists.ts'
import { listOwnerCalls } from './testing/permissions-page.ts'

it('a procedure that does not declare who may call it is not served', () => {
  const undeclaredRouter = { security: { dashboard: api.security.dashboard.handler(() => ({}) as never) } }
  expect(() => requireDeclared(undeclaredRouter)).toThrow(
    'security.dashboard does not declare who may call it',
  )
  expect(declared.filter(it => !it.access).map(it => it.name)).toEqual([])
})

it('the contract lists every declared refusal', () => {
  const missingCodes = declared.flatMap(({ name, errorCodes, access }) => {
    if (!access || access.who === 'anyone') return []
    const requiredCodes = ['UNAUTHORIZED', 'TOO_MANY_REQUESTS', 'TWO_STEP_REQUIRED']
    if (access.permission || access.thing?.only) requiredCodes.push(access.refuses)
    if (access.who === 'in zone') requiredCodes.push('ZONE_NOT_FOUND')
    if (access.thing) requiredCodes.push(access.thing.notFound)
    if (access.pin) requiredCodes.push('ZONE_ENTRY_REQUIRED')
    return requiredCodes.filter(code => !errorCodes.includes(code)).map(code => `${name}: ${code}`)
  })
  expect(missingCodes).toEqual([])
})

it('every call that names a zone checks membership', () => {
  const unprotectedProcedures = declared.filter(
    ({ path, access }) => path.includes('{zoneId}') && access?.who !== 'in zone',
  )
  expect(unprotectedProcedures.map(it => it.name)).toEqual([])
})

it('a call without a permission or resource is listed with the reason', () => {
  const unprotectedProcedures = declared.filter(
    ({ access }) => access?.who === 'signed in' && access.permission === null,
  )
  expect(unprotectedProcedures.map(it => it.name).sort()).toEqual(
    Object.values(unrestrictedProcedures).flat().sort(),
  )
})

it('every call that runs as the owner has tests for every kind of person and every id it accepts', () => {
  const untriedCalls = listOwnerCalls(declared).filter(({ tests }) => tests.includes(null))
  expect(untriedCalls.map(it => `${it.name}: name a test in testing/foreign-ids.ts`)).toEqual([])
  const titles = [
    ...Object.entries(titlesByFile).map(([file, title]) => [file, `'${title}'`] as const),
    ...Object.values(testsByField).map(
      ({ file, title }) => [`../features/${file}`, `it('${title}'`] as const,
    ),
  ]
  const hasTitle = ([file, title]: readonly [string, string]) =>
    readFileSync(new URL(file, import.meta.url), 'utf8').includes(title)
  expect(titles.filter(it => !hasTitle(it))).toEqual([])
})
