import { batchReading } from '@muster/contract/presence.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readReading } from './read-reading.ts'

const validReading = {
  id: '019a217a-c089-7b72-8f9c-50e0d96c9127',
  lat: 28.61,
  lng: 77.21,
  accuracyMeters: 5,
  capturedAt: '2026-11-20T09:41:00.000Z',
}

const arbitraryTimes = fc.oneof(
  fc.date({ noInvalidDate: true }).map(it => it.toISOString()),
  fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map(it => it.toISOString()),
  fc.constantFrom('2026-02-30T00:00:00.000Z', '2024-02-29T23:59:59.999Z', '2026-11-20T24:00:00.000Z'),
  fc.constantFrom('2026-11-20T09:41:00Z', '2026-11-20T09:41:00.000+05:30', '1969-12-31T23:59:59.999Z', ''),
)
const arbitraryNumbers = fc.oneof(
  fc.double({ min: -200, max: 200 }),
  fc.double(),
  fc.constantFrom(90, -90, 180, -180, 0, -0, 1e-13, 100_000, 100_000.001, '5', Number.NaN, null, undefined),
)
const arbitraryIds = fc.oneof(
  fc.uuid(),
  fc.uuid().map(it => it.toUpperCase()),
  fc.constantFrom('', null, 7, undefined, `${validReading.id} `),
  fc.constantFrom('00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'),
)
const optionalFields = {
  mock: fc.constantFrom(true, false, undefined, null, 'true', 1),
  extra: fc.anything(),
}
const arbitraryFields = {
  id: arbitraryIds,
  lat: arbitraryNumbers,
  lng: arbitraryNumbers,
  accuracyMeters: arbitraryNumbers,
  capturedAt: arbitraryTimes,
  zoneId: arbitraryIds,
  source: fc.constantFrom('device', 'automatic', 'manual', 'other', undefined, null, ''),
  ...optionalFields,
}

/** Readings with a few or many invalid fields, and values that are not readings. */
const arbitraryReadings = fc.oneof(
  fc.record(arbitraryFields, { requiredKeys: [] }).map(it => ({ ...validReading, ...it })),
  ...Object.keys(arbitraryFields).map(field =>
    fc
      .record({ [field]: arbitraryFields[field as keyof typeof arbitraryFields] })
      .map(it => ({ ...validReading, ...it })),
  ),
  fc.record(arbitraryFields, { requiredKeys: [] }),
  fc.anything(),
)

it('the fast path never differs from the schema', () => {
  fc.assert(
    fc.property(arbitraryReadings, value => {
      const parsed = readReading(value)
      if (parsed) expect(batchReading.safeParse(value)).toEqual({ success: true, data: parsed })
    }),
    { numRuns: 20_000 },
  )
})

it("our apps' readings are parsed without the schema", () => {
  const arbitraryAppReadings = fc.record(
    {
      id: fc.uuid({ version: 7 }),
      lat: fc.double({ min: 1, max: 90, noNaN: true }),
      lng: fc.double({ min: -180, max: -1, noNaN: true }),
      accuracyMeters: fc.option(fc.double({ min: 0, max: 100_000, noNaN: true })),
      capturedAt: fc
        .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
        .map(it => it.toISOString()),
      mock: fc.boolean(),
      zoneId: fc.uuid({ version: 7 }),
      source: fc.constantFrom('device', 'automatic', 'manual'),
    },
    { requiredKeys: ['id', 'lat', 'lng', 'capturedAt'] },
  )
  fc.assert(
    fc.property(arbitraryAppReadings, value => {
      expect(readReading(value)).toBeDefined()
    }),
  )
})
