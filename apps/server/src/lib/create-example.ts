import { z } from 'zod'

const exampleId = '0192f0c0-7c5e-7d3a-9b1e-2f6a8c4d1e90'

/** Example values by field name. Fields that are not listed here get one from their schema. */
const examplesByName: Readonly<Record<string, unknown>> = {
  minutes: 30,
  askAgainMinutes: 5,
  firstName: 'Ana',
  lastName: 'Ruiz',
  name: 'North yard',
  zoneName: 'North yard',
  userName: 'Ana Ruiz',
  email: 'ana.ruiz@example.org',
  userEmail: 'ana.ruiz@example.org',
  phone: '+91 11 5550 0199',
  visitIds: [exampleId],
  contactName: 'Ana Ruiz',
  contactEmail: 'desk@example.org',
  contactPhone: '+91 11 5550 0100',
  timeZone: 'Asia/Kolkata',
  radiusM: 100,
  dateOfBirth: '1992-03-04',
  password: 'lantern-orchard-57',
  newPassword: 'lantern-orchard-58',
  currentPassword: 'lantern-orchard-57',
  pin: '4821',
  userCode: 'MUS-BCDF-GHJK-MNPR',
  lat: 28.6139,
  lng: 77.209,
  accuracyMeters: 8,
  radiusMeters: 30,
  durationMinutes: 42,
  maxCapacity: 50,
  currentOccupancy: 12,
  unseenOccupancy: 2,
  distanceToCenterM: 12,
  distanceToEdgeM: 38,
  description: 'Between the gate and the river',
  q: 'gate',
  type: 'user_action_opened',
  accessType: 'user_details',
  from: '2026-11-19T23:00:00.000Z',
  to: '2026-11-20T23:00:00.000Z',
  clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
  authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2M',
  attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ',
  signature: 'MEUCIQDKg7pHZgW4krrmihjLHmVzzuoMdl2M',
  endpoint: 'https://push.example.org/send/dGhpcy1icm93c2Vy',
  p256dh: 'BKFWjgtjzKv55BCpPI_sbyORKLFFs94pHHyNOj-MFrERNGzGzjKgvquEmC4jzD2xyOmXGp5vzKp901MgCb2zAjs',
  auth: 'c2l4dGVlbi1ieXRlcy0wMQ',
  publicKey: 'BO9C1qQwk5FAxXg1oH0zQTwodIwxXiGMJ3Psz3g6EinP3U3CjSzfiVUOQaQfU1dqeqJ-zCGFnVKKFuSZPc_gZ5s',
  rhythm: 'fortnight',
  startsOn: '2026-11-02',
  starts: '08:00',
  ends: '17:00',
  year: 2026,
  quietHours: { from: '22:00', until: '06:00', timeZone: 'Europe/Berlin' },
  fileName: 'inside-2026-11-20-09-41.csv',
}

/** Values of the second corner of a box, which must differ from the first. */
const fartherPointByField: Readonly<Record<string, unknown>> = { lat: 28.6148, lng: 77.2101 }

/** The text of a file, which is always a CSV. */
export const csvExample = 'name\r\nAna Ruiz\r\n'

type Side = 'input' | 'output'

/** A custom rule may need an entry in `examplesByName`; the OpenAPI document test fails if it is missing. */
export function createExample(schema: z.core.$ZodType, side: Side, name = '', isFarther = false): unknown {
  const example = isFarther && name in fartherPointByField ? fartherPointByField[name] : examplesByName[name]
  if (example !== undefined && z.safeParse(schema, example).success) return example
  const { def } = (schema as z.core.$ZodTypes)._zod
  const toExample = (inner: z.core.$ZodType, field = name) =>
    createExample(inner, side, field, isFarther || field === 'end')
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape)
          .map(([field, inner]) => [field, toExample(inner, field)] as const)
          .filter(([, value]) => value !== undefined),
      )
    case 'array':
      return [toExample(def.element)]
    case 'union': {
      const [firstOption] = def.options
      return firstOption && toExample(firstOption)
    }
    case 'enum':
      return Object.values(def.entries)[0]
    case 'literal':
      return def.values[0]
    case 'boolean':
      return true
    case 'number':
      return createNumber(schema)
    case 'string':
      return createString(schema, name)
    case 'file':
      return new File([csvExample], 'people.csv', { type: 'text/csv' })
    case 'record':
      return {}
    case 'null':
      return null
    // Optional fields are left out of inputs, unless their name has an example.
    case 'optional':
      return side === 'input' && examplesByName[name] === undefined ? undefined : toExample(def.innerType)
    case 'nullable':
    case 'default':
    case 'readonly':
      return toExample(def.innerType)
    case 'pipe':
      return toExample(side === 'input' ? def.in : def.out)
    default:
      return undefined
  }
}

function createNumber(schema: z.core.$ZodType): number {
  const { minimum, maximum } = (schema as z.core.$ZodNumber)._zod.bag
  return Math.min(Math.max(1, Number(minimum ?? 1)), Number(maximum ?? Number.POSITIVE_INFINITY))
}

const textsByName: Readonly<Record<string, string>> = {
  uuid: exampleId,
  datetime: '2026-11-20T09:41:00.000Z',
  date: '2026-11-20',
  email: 'ana.ruiz@example.org',
  url: 'https://muster.example.org',
}

function createString(schema: z.core.$ZodType, name: string): string {
  const { format = '' } = (schema as z.core.$ZodStringFormat)._zod.def
  if (format in textsByName) return textsByName[format] ?? ''
  // Derives the words from the field's name: `affectedUsers` becomes 'Affected users'.
  const label = name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
  return label === '' ? 'Text' : label.charAt(0).toUpperCase() + label.slice(1)
}
