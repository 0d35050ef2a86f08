import { positionsBatch } from '@muster/contract/presence.ts'
import { describe, expect, it } from 'vitest'
import { arrivesByRest, arrivesByRpc } from './testing/doors.ts'
import { nested, twists } from './testing/hostile.ts'
import { knownFields, procedures, sampleInput } from './testing/procedures.ts'

/** Longer than any of these inputs takes on a slow machine, shorter than an expression that tries every way. */
const patienceMs = 1_000

/** Deeper than any reader who calls itself for every level can go. */
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

  it('answers every strange input with yes or no, and at once', () => {
    let refused = 0
    for (const { label, input } of twists(sample))
      for (const arrived of [
        arrivesByRpc(procedure ?? anyProcedure, input),
        procedure && arrivesByRest(procedure, input),
      ]) {
        if (!arrived) continue
        const begun = performance.now()
        if (!schema.safeParse(arrived.input).success) refused++
        expect(performance.now() - begun, label).toBeLessThan(patienceMs)
      }
    expect(refused).toBeGreaterThan(2)
    expect({}).not.toHaveProperty('polluted')
  })

  it('stands every field of any depth', () => {
    for (const key of Object.keys(sample as object))
      for (const value of deep)
        expect(() => schema.safeParse({ ...(sample as object), [key]: value })).not.toThrow()
  })
})
