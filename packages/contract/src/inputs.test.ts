import { isContractProcedure } from '@orpc/contract'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { newAccount } from './accounts.ts'
import { signUpInput } from './auth.ts'
import { contract } from './contract.ts'
import { clientMessage } from './feed.ts'
import { fitting } from './fits.ts'
import { id, instant, latLng } from './ids.ts'
import { baseMap } from './maps.ts'
import { accuracy, count, latitudeText } from './numbers.ts'
import { batchReading } from './presence.ts'
import { profileChange } from './settings.ts'
import { exactText, metadata, oneLine, text } from './texts.ts'
import { zoneShape } from './zone-shape.ts'

type Schema = z.core.$ZodType

/** Returns the direct parts of a schema, each with its path segment; undefined for a leaf. */
function splitParts(schema: Schema): [step: string, part: Schema][] | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).map(([key, part]) => [`.${key}`, part])
    case 'array':
      return [['[]', def.element]]
    case 'union':
      return def.options.map(part => ['', part])
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return [['', def.innerType]]
    case 'pipe':
      return [['', def.in]]
    default:
      return undefined
  }
}

const boundedTypes = ['boolean', 'literal', 'enum', 'null', 'undefined']

/**
 * Returns one line for each value in a schema that is not built from the shared types, and for each list without a maximum length,
 * with its path.
 */
function findUnbounded(schema: Schema, path: string, visited = new Set<Schema>()): string[] {
  if (visited.has(schema) || fitting.what(schema)) return []
  visited.add(schema)
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (boundedTypes.includes(def.type)) return []
  const parts = splitParts(schema)
  if (!parts)
    return [
      `${path} is a ${def.type} of its own: use the types of numbers.ts, texts.ts and ids.ts, which fit the columns`,
    ]
  const isUnbounded = def.type === 'array' && !def.checks?.some(it => it._zod.def.check === 'max_length')
  return [
    ...(isUnbounded ? [`${path} is a list without a longest length`] : []),
    ...parts.flatMap(([step, part]) => findUnbounded(part, path + step, visited)),
  ]
}

/** Inputs from files and other programs, which may contain extra fields. */
const openSchemas: readonly Schema[] = [zoneShape, latLng, baseMap]

/** Returns the paths of all objects in an input that would silently accept unknown fields. */
function findOpen(schema: Schema, path: string, visited = new Set<Schema>()): string[] {
  if (visited.has(schema) || fitting.what(schema) || openSchemas.includes(schema)) return []
  visited.add(schema)
  const { def } = (schema as z.core.$ZodTypes)._zod
  const isOpen = def.type === 'object' && def.catchall?._zod.def.type !== 'never'
  const nestedPaths =
    splitParts(schema)?.flatMap(([step, part]) => findOpen(part, path + step, visited)) ?? []
  return isOpen ? [path, ...nestedPaths] : nestedPaths
}

const inputs = Object.entries(contract).flatMap(([feature, members]) =>
  Object.entries(members)
    .filter(([, it]) => isContractProcedure(it))
    .map(([name, it]) => ({ name: `${feature}.${name}`, input: it['~orpc'].inputSchema })),
)

describe('inputs accepted by the contract fit their columns', () => {
  it.each(inputs.filter(it => it.input))('$name', ({ name, input }) => {
    expect(findUnbounded(input as Schema, name)).toEqual([])
  })

  it('so do batches of readings and messages on the socket', () => {
    expect(inputs.length).toBeGreaterThan(20)
    expect(findUnbounded(batchReading, 'reading')).toEqual([])
    expect(findUnbounded(clientMessage, 'message')).toEqual([])
  })

  it('the check detects ad-hoc numbers, texts, instants, lists and unknown values', () => {
    const looseSchema = z.object({
      meters: z.number().min(0).max(10),
      at: z.iso.datetime().nullable(),
      names: z.array(z.string().max(4)),
      rest: z.unknown(),
      fine: count.min(3).optional(),
      list: z.array(text(5).min(1)).max(2),
    })
    expect(findUnbounded(looseSchema, 'it').map(line => line.split(' ')[0])).toEqual([
      'it.meters',
      'it.at',
      'it.names',
      'it.names[]',
      'it.rest',
    ])
  })
})

describe('the contract rejects unknown fields, such as a misplaced role, status, code or occupancy', () => {
  it.each(inputs.filter(it => it.input))('$name', ({ name, input }) => {
    expect(findOpen(input as Schema, name)).toEqual([])
  })
})

it.each(['role', 'status', 'userCode', 'user_code', 'email', 'currentOccupancy', 'current_occupancy'])(
  'a caller cannot add %s for themselves or their zone to a request',
  field => {
    const zoneId = '0192f0c0-0000-7000-8000-000000000101'
    const profile = profileChange.safeParse({ firstName: 'Ana', [field]: 'x' })
    const zone = contract.zones.update['~orpc'].inputSchema?.safeParse({ zoneId, name: 'Dock', [field]: 1 })
    expect([profile.success, zone?.success]).toEqual([false, false])
    expect(profileChange.safeParse({ firstName: 'Ana' }).success).toBe(true)
  },
)

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

describe('numbers', () => {
  it('accuracy is rounded to centimetres, so no value is too small for its column', () => {
    expect(accuracy.parse(1e-46)).toBe(0)
    expect(accuracy.parse(8.12345)).toBe(8.12)
    expect(accuracy.parse(100_000)).toBe(100_000)
    for (const invalid of [-1, 100_001, Number.NaN, Infinity, '5', null, [5]])
      expect(accepts(accuracy, invalid)).toBe(false)
  })

  it('a coordinate is never subnormal or negative zero', () => {
    const position = latLng.parse({ lat: 5e-324, lng: -0 })
    expect([Object.is(position.lat, 0), Object.is(position.lng, 0)]).toEqual([true, true])
    expect(latLng.parse({ lat: -90, lng: 1e-7 })).toEqual({ lat: -90, lng: 1e-7 })
    expect(accepts(latLng, { lat: 90.000_001, lng: 0 })).toBe(false)
    expect(Object.is(latitudeText.parse('-1e-320'), 0)).toBe(true)
  })

  it('a count fits an integer column', () => {
    expect(accepts(count, 2 ** 31 - 1)).toBe(true)
    for (const invalid of [2 ** 31, 2 ** 53, -1, 1.5, Number.NaN]) expect(accepts(count, invalid)).toBe(false)
  })
})

describe('instants', () => {
  it.each([
    ['1970-01-01T00:00:00Z', true],
    ['2026-11-20T09:41:00.000+05:30', true],
    ['9999-12-31T23:59:59.999Z', true],
    ['1969-12-31T23:59:59Z', false],
    ['1970-01-01T00:00:00+00:01', false],
    ['9999-12-31T23:59:59-00:01', false],
    ['+275760-09-13T00:00:00Z', false],
    [`2026-11-20T09:41:00.${'0'.repeat(100)}Z`, false],
  ])('%s: %s', (at, isAccepted) => {
    expect(accepts(instant, at)).toBe(isAccepted)
  })
})

describe('texts', () => {
  it.each([text(40), exactText(40)])('contain no NUL and no lone surrogate', schema => {
    for (const invalid of ['a\0b', 'a\ud800', '\udc00b', 'x'.repeat(41)])
      expect(accepts(schema, invalid)).toBe(false)
    expect(schema.parse('Zoë 🙂')).toBe('Zoë 🙂')
  })

  it('keys of all zeros or all ones are rejected', () => {
    const key = '0192f0c0-0000-7000-8000-000000000001'
    expect(id.parse(key.toUpperCase())).toBe(key)
    for (const digit of ['0', 'f', 'F'])
      expect(id.safeParse(key.replace(/[0-9a-f]/g, digit)).success, digit).toBe(false)
  })

  it('names of things stay on one line in any text direction', () => {
    const name = oneLine(40).min(1)
    expect(name.parse('  North\r\n\tdock\u2028 2 ')).toBe('North dock 2')
    expect(name.parse('\u202Eetis\u202C \u2067منطقة\u2069')).toBe('etis منطقة')
    for (const blank of [' \n ', '\u202E', '\u3164', '\u200D \uFE0F'])
      expect(accepts(name, blank)).toBe(false)
  })

  it('an invisible text counts as empty', () => {
    expect(['\u202E\n\u200B', ' \u3164 ', 'a\u202E'].map(it => text(40).parse(it))).toEqual([
      '',
      '',
      'a\u202E',
    ])
  })

  it('phone numbers stay on one line, and two are never merged into one', () => {
    const { phone: signUpPhone } = signUpInput.shape
    const { phone: accountPhone } = newAccount.shape
    const { phone: contactPhone } = profileChange.shape.emergencyContact.unwrap().shape
    for (const phone of [signUpPhone, accountPhone, contactPhone]) {
      expect(phone.parse(' \u202A+91 11 5550\u00A00100\u202C\n')).toBe('+91 11 5550 0100')
      for (const multiline of ['+91 11 5550 0100\n+91 11 5550 0101', '112\u2028113', '+91 11\r\n5550 0100'])
        expect(accepts(phone, multiline)).toBe(false)
    }
    for (const phone of [accountPhone, contactPhone]) expect(accepts(phone, 'call me')).toBe(false)
    const { name, relationship } = profileChange.shape.emergencyContact.unwrap().shape
    for (const field of [name, relationship]) expect(field.parse('Asha\r\nRao')).toBe('Asha Rao')
  })

  it.each([
    [{ a: ['b\0'] }, false],
    [{ 'k\0': 1 }, false],
    [{ a: '\ud83d' }, false],
    [{ a: '\\u0000, \\\\u0000 and 🙂' }, true],
    [{ a: 'x'.repeat(4_000) }, false],
  ])('metadata %j: %s', (value, isAccepted) => {
    expect(accepts(metadata, value)).toBe(isAccepted)
  })
})
