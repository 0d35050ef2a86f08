import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { PortableError } from '../backup/portable-error.ts'
import { partitionedTables } from '../db/partitions/partitions.ts'

export const MANIFEST = 'manifest.json'
/** The list of the stored files: one JSON line each, with `path`, `bytes` and `sha256`. */
export const FILES_LIST = 'files.jsonl'
export const FORMAT = 1

const measure = { bytes: z.int().min(0), sha256: z.string().length(64) }
const name = z.string().max(100)
const measured = z.object({ rows: z.int().min(0), ...measure })
export type MeasuredLines = z.infer<typeof measured>

const manifestSchema = z.object({
  kind: z.literal('open'),
  format: z.literal(FORMAT),
  /** The version of Muster that wrote the export. */
  muster: name,
  takenAt: z.iso.datetime(),
  /** The id of the installation, which also marks its file store; null before its first start. */
  installation: z.uuid().nullable(),
  /** The organisation, or null for the whole installation. */
  organisation: z.object({ id: z.uuid(), name: z.string().max(1_000) }).nullable(),
  /** The number of the last migration. */
  schema: z.int(),
  migrations: z.array(z.object({ version: z.int(), name: z.string(), checksum: z.string() })).max(10_000),
  tables: z
    .array(
      measured.extend({
        name,
        columns: z.array(name).max(1_000),
        /** Equal figures mean equal rows in the database; null in the export of an organisation, which changes rows. */
        rowHash: z.string().max(200).nullable(),
        schema: z.object(measure),
      }),
    )
    .max(1_000),
  files: z.object({ count: z.int().min(0), bytes: z.int().min(0), list: z.object(measure) }),
  partitions: z
    .array(
      z.object({
        table: z.enum(Object.keys(partitionedTables) as [keyof typeof partitionedTables]),
        name,
        begin: z.int(),
        end: z.int(),
      }),
    )
    .max(100_000),
  sequences: z.array(z.object({ name, lastValue: z.string(), isCalled: z.boolean() })).max(100),
})
export type OpenManifest = z.infer<typeof manifestSchema>

/** Reads the manifest of an export. Throws PortableError if there is none or this program does not know its form. */
export async function readOpenManifest(folder: string): Promise<OpenManifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined)
  if (text === undefined) throw new PortableError(`${folder} is no finished export: it has no ${MANIFEST}.`)
  const content = parseJson(text)
  if (content?.kind !== 'open')
    throw new PortableError(
      content?.kind === undefined
        ? `${folder} is no export of Muster: its ${MANIFEST} cannot be read.`
        : `${folder} is a backup: bring it back with npm run restore.`,
    )
  if (typeof content.format === 'number' && content.format > FORMAT)
    throw new PortableError(
      `The export has form ${content.format}, this Muster knows form ${FORMAT}: update the program first.`,
    )
  const { data, error } = manifestSchema.safeParse(content)
  if (data) return data
  throw new PortableError(
    `The ${MANIFEST} of the export is damaged (${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}).`,
  )
}

function parseJson(text: string): { kind?: unknown; format?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

export const toTablePath = (table: string) => `tables/${table}.jsonl`
export const toSchemaPath = (table: string) => `schema/${table}.schema.json`
