import { type CatalogueColumn, type CatalogueTable, toShortName } from './catalogue.ts'

type Schema = Readonly<Record<string, unknown>>

/** Returns the JSON Schema (2020-12) of a line of the table's file. */
export const createTableSchema = (table: CatalogueTable, columns: readonly CatalogueColumn[]): Schema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: toShortName(table.name),
  description: [`A row of the table ${toShortName(table.name)}.`, table.comment, describeKey(table)]
    .filter(Boolean)
    .join(' '),
  type: 'object',
  properties: Object.fromEntries(columns.map(column => [column.name, createColumnSchema(table, column)])),
  required: columns.map(({ name }) => name),
  additionalProperties: false,
})

const describeKey = ({ primaryKey }: CatalogueTable) =>
  primaryKey.length > 0 && `Key: ${primaryKey.join(', ')}.`

function createColumnSchema(table: CatalogueTable, column: CatalogueColumn): Schema {
  const key = table.foreignKeys.find(it => it.columns.includes(column.name))
  const target = key && `${toShortName(key.table)}.${key.references[key.columns.indexOf(column.name)]}`
  const description = [column.comment, target && `Refers to ${target}.`].filter(Boolean).join(' ')
  const schema = { ...toTypeSchema(column.type), ...(column.options && { enum: column.options }) }
  return { ...(description && { description }), ...(column.isNullable ? allowNull(schema) : schema) }
}

/** A schema without a type allows null already. */
function allowNull(schema: Schema): Schema {
  if (typeof schema.type !== 'string') return schema
  return {
    ...schema,
    type: [schema.type, 'null'],
    ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
  }
}

const schemasByType: Readonly<Record<string, Schema>> = {
  bigint: { type: 'integer' },
  boolean: { type: 'boolean' },
  bytea: { type: 'string', contentEncoding: 'base64' },
  date: { type: 'string', format: 'date' },
  'double precision': { type: 'number' },
  integer: { type: 'integer' },
  json: {},
  jsonb: {},
  numeric: { type: 'number' },
  real: { type: 'number' },
  smallint: { type: 'integer' },
  text: { type: 'string' },
  'time without time zone': { type: 'string', pattern: '^\\d\\d:\\d\\d:\\d\\d' },
  'timestamp with time zone': { type: 'string', format: 'date-time' },
  uuid: { type: 'string', format: 'uuid' },
}

/** Throws for a type without an entry, so that a new one gets a form in which it can be read back. */
function toTypeSchema(type: string): Schema {
  if (type.endsWith('[]')) return { type: 'array', items: toTypeSchema(type.slice(0, -2)) }
  const schema = schemasByType[type]
  if (!schema) throw new Error(`The type ${type} has no form in an open export: add it to schemasByType.`)
  return schema
}
