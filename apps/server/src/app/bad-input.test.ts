import { positionsBatch } from '@muster/contract/presence.ts'
import { describe, expect, it } from 'vitest'
import { arrivesByRest, arrivesByRpc } from './testing/doors.ts'
import { nested, twists } from './testing/hostile.ts'
import { knownFields, procedures, sampleInput } from './testing/procedures.ts'

/** Too deep for any recursive parser. */
const deep = [JSON.parse(nested(100_000)), JSON.parse(`{"a":${nested(100_000)}}`)]

const anyProcedure = {
  name: '',
  operationId: '',
  method: '',
  path: '',
  input: undefined,
  summary: '',
  errorCodes: [],
}
const ids = { zoneId: crypto.randomUUID(), userId: crypto.randomUUID() }
const known = knownFields(ids)
const schemas = [
  ...procedures.flatMap(it => (it.input ? [{ name: it.name, schema: it.input, procedure: it }] : [])),
  { name: 'the devices’ door', schema: positionsBatch, procedure: undefined },
]

describe.each(schemas)('$name', ({ schema, procedure }) => {
  const sample = procedure
    ? sampleInput(procedure, known)
    : { readings: [{ id: ids.userId, lat: 1, lng: 1, capturedAt: new Date().toISOString() }] }

  it('accepts or refuses every strange input', () => {
    let refused = 0
    for (const { input } of twists(sample))
      for (const arrived of [
        arrivesByRpc(procedure ?? anyProcedure, input),
        procedure && arrivesByRest(procedure, input),
      ]) {
        if (!arrived) continue
        if (!schema.safeParse(arrived.input).success) refused++
      }
    expect(refused).toBeGreaterThan(2)
    expect({}).not.toHaveProperty('polluted')
  })

  it('survives every field of any depth', () => {
    for (const key of Object.keys(sample as object))
      for (const value of deep)
        expect(() => schema.safeParse({ ...(sample as object), [key]: value })).not.toThrow()
  })
})
