import { positionsBatch } from '@muster/contract/presence.ts'
import { describe, expect, it } from 'vitest'
import { parseRestInput, parseRpcInput } from './testing/doors.ts'
import { createMutations, createNestedJson } from './testing/hostile.ts'
import { createKnownFields, createSampleInput, procedures } from './testing/procedures.ts'

/** Values nested too deeply for any recursive function. */
const deepValues = [JSON.parse(createNestedJson(100_000)), JSON.parse(`{"a":${createNestedJson(100_000)}}`)]

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
const known = createKnownFields(ids)
const schemas = [
  ...procedures.flatMap(it => (it.input ? [{ name: it.name, schema: it.input, procedure: it }] : [])),
  { name: 'the devices’ door', schema: positionsBatch, procedure: undefined },
]

describe.each(schemas)('$name', ({ schema, procedure }) => {
  const sample = procedure
    ? createSampleInput(procedure, known)
    : { readings: [{ id: ids.userId, lat: 1, lng: 1, capturedAt: new Date().toISOString() }] }

  it('accepts or refuses every strange input', () => {
    let refusedCount = 0
    for (const { input } of createMutations(sample))
      for (const parsedInput of [
        parseRpcInput(procedure ?? anyProcedure, input),
        procedure && parseRestInput(procedure, input),
      ]) {
        if (!parsedInput) continue
        if (!schema.safeParse(parsedInput.input).success) refusedCount++
      }
    expect(refusedCount).toBeGreaterThan(2)
    expect({}).not.toHaveProperty('polluted')
  })

  it('survives every field of any depth', () => {
    for (const key of Object.keys(sample as object))
      for (const value of deepValues)
        expect(() => schema.safeParse({ ...(sample as object), [key]: value })).not.toThrow()
  })
})
