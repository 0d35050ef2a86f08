import { expect, expectTypeOf, it } from 'vitest'
import { type Call, callsTagged } from './base.ts'

const { anyone, signedIn, inZone } = callsTagged('hazards')

it('a call puts its method, path and tag into the OpenAPI document', () => {
  const call = inZone('POST /zones/{zoneId}/hazards', 'report_hazard', 'Report a hazard', 201)
  expect(call['~orpc'].route).toEqual({
    method: 'POST',
    path: '/zones/{zoneId}/hazards',
    operationId: 'report_hazard',
    summary: 'Report a hazard',
    tags: ['hazards'],
    successStatus: 201,
  })
})

it('a call declares its errors according to who may make it', () => {
  const listErrors = (builder: typeof anyone | typeof signedIn | typeof inZone) =>
    Object.keys(builder('GET /hazards', 'list_all_hazards', 'List hazards')['~orpc'].errorMap)
  const publicErrors = ['TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE']
  const signedInErrors = [...publicErrors, 'UNAUTHORIZED', 'FORBIDDEN', 'TWO_STEP_REQUIRED']
  expect(listErrors(anyone)).toEqual(publicErrors)
  expect(listErrors(signedIn)).toEqual(signedInErrors)
  expect(listErrors(inZone)).toEqual([...signedInErrors, 'ZONE_NOT_FOUND', 'ZONE_ENTRY_REQUIRED'])
})

it('an address needs a known method and an absolute path', () => {
  type Address = Call[0]
  expectTypeOf<'GET /hazards'>().toExtend<Address>()
  expectTypeOf<'GRAB /hazards'>().not.toExtend<Address>()
  expectTypeOf<'GET hazards'>().not.toExtend<Address>()
  expectTypeOf<'/hazards'>().not.toExtend<Address>()
})
