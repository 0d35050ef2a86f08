import { contract } from '@muster/contract/contract.ts'
import { isContractProcedure } from '@orpc/contract'
import { isProcedure } from '@orpc/server'
import { z } from 'zod'
import { findAccess } from '../../rpc/access.ts'
import { insideTestBox } from '../../testing/factories.ts'

export type Procedure = {
  /** Name, such as `zones.create`. */
  readonly name: string
  readonly operationId: string
  readonly summary: string
  readonly method: string
  readonly path: string
  readonly input: z.ZodType | undefined
  readonly errorCodes: readonly string[]
}

/** Every procedure in the contract, so that new ones are covered automatically. */
export const procedures: readonly Procedure[] = Object.entries(contract).flatMap(([feature, members]) =>
  Object.entries(members)
    .filter(([, it]) => isContractProcedure(it))
    .map(([name, it]) => {
      const { route, inputSchema, errorMap } = it['~orpc']
      return {
        name: `${feature}.${name}`,
        operationId: route.operationId ?? '',
        summary: route.summary ?? '',
        method: route.method ?? 'POST',
        path: route.path ?? '',
        input: inputSchema as z.ZodType | undefined,
        errorCodes: Object.keys(errorMap),
      }
    }),
)

/** Returns a router's implementation of the procedure; undefined if there is none. */
function findImplementation(router: object, { name }: Procedure) {
  const [feature = '', member = ''] = name.split('.')
  const implementation = (router as Record<string, Record<string, unknown> | undefined>)[feature]?.[member]
  return isProcedure(implementation) ? implementation : undefined
}

/** True if the router implements the procedure. */
export const isBuilt = (router: object, procedure: Procedure) =>
  findImplementation(router, procedure) !== undefined

function findProcedure(router: object, procedure: Procedure) {
  const implementation = findImplementation(router, procedure)
  if (!implementation) throw new Error(`Nothing answers ${procedure.name}.`)
  return implementation
}

/** Returns the access that the router declares for the procedure. */
export const findProcedureAccess = (router: object, procedure: Procedure) =>
  findAccess(findProcedure(router, procedure))

/** Returns a period of 24 hours around now, and now itself. */
export const createSampleDay = () => {
  const halfDay = 12 * 3_600_000
  return {
    from: new Date(Date.now() - halfDay).toISOString(),
    to: new Date(Date.now() + halfDay).toISOString(),
    moment: new Date().toISOString(),
  }
}

/**
 * Returns values by field name that a schema cannot provide: the ids of existing rows, and values that satisfy our custom rules.
 */
export function createKnownFields(ids: { zoneId: string; userId: string }): Record<string, unknown> {
  return {
    ...ids,
    ...insideTestBox,
    pin: '2468',
    phone: '+91 11 5550 0100',
    dateOfBirth: '1990-01-01',
    timeZone: 'Europe/Berlin',
    language: 'en',
    password: 'seven-orange-birds',
    newPassword: 'seven-orange-birds',
    role: 'app_user',
    contactPhone: '+91 11 5550 0100',
    contactEmail: 'desk@test.example',
    userEmail: `${crypto.randomUUID()}@test.example`,
    type: 'user_action_test',
    accessType: 'view',
    rhythm: 'fortnight',
    startsOn: '2026-11-02',
    starts: '08:00',
    ends: '17:00',
    googleKey: 'a-key-of-the-tests',
    minutes: 30,
    moreZoneIds: [],
    quietHours: { from: '22:00', until: '06:00', timeZone: 'Europe/Berlin' },
    ...createSampleDay(),
  }
}

type JsonSchema = {
  type?: string
  format?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  minItems?: number
  minLength?: number
  minimum?: number
}

/**
 * Returns an input that the procedure's schema accepts, with every optional field; undefined for a procedure without input. Fields
 * in `known` get their value from there if it fits. Throws if the schema rejects the result.
 */
export function createSampleInput({ name, input }: Procedure, known: Record<string, unknown>): unknown {
  if (!input) return undefined
  const sample = createSample(toJsonSchema(input), known)
  const parseResult = input.safeParse(sample)
  if (!parseResult.success)
    throw new Error(
      `No valid input can be made for ${name}; give its fields in knownFields: ${parseResult.error.message}`,
    )
  return sample
}

const jsonSchemas = new WeakMap<z.ZodType, JsonSchema>()
/** Returns the JSON schema of an input, converted once, because a procedure is called with many samples. */
function toJsonSchema(input: z.ZodType): JsonSchema {
  const knownSchema = jsonSchemas.get(input)
  if (knownSchema) return knownSchema
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  jsonSchemas.set(input, schema)
  return schema
}

/**
 * True if a known value fits the schema. Two calls may use the same field name for different things, for example a time and a
 * choice from a list.
 */
const matchesSchema = ({ enum: choices, format }: JsonSchema, value: unknown) =>
  (choices === undefined || choices.includes(value)) && (format !== 'date' || isDay(value))

const isDay = (value: unknown) => /^\d{4}-\d\d-\d\d$/.test(String(value))

function createSample(schema: JsonSchema, known: Record<string, unknown>): unknown {
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice) return createSample(choice, known)
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, value]) => [
          key,
          key in known && matchesSchema(value, known[key]) ? known[key] : createSample(value, known),
        ]),
      )
    case 'array':
      return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () =>
        createSample(schema.items ?? {}, known),
      )
    case 'number':
    case 'integer':
      return Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return createString(schema)
  }
}

function createString({ format, minLength }: JsonSchema): string {
  if (format === 'uuid') return crypto.randomUUID()
  if (format === 'date') return new Date().toISOString().slice(0, 10)
  if (format === 'date-time') return new Date().toISOString()
  if (format === 'email') return `${crypto.randomUUID()}@test.example`
  return 'text'.padEnd(minLength ?? 0, 'x')
}
