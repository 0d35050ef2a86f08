import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { MigrationError } from './migrate-errors.ts'

export type SqlFile = {
  readonly name: string
  readonly sql: string
  /** SHA-256 of the text with normalised line endings, so that checkouts on all systems agree. */
  readonly checksum: string
}

export type Migration = SqlFile & { readonly version: number }

/** Reads `NNNN-verb-noun.sql` files in order of version. Throws MigrationError for a malformed name or a duplicate number. */
export async function readMigrations(dir: string): Promise<Migration[]> {
  const migrations: Migration[] = []
  for (const name of (await readdir(dir)).filter(it => it.endsWith('.sql')).sort()) {
    const match = /^(\d{4})-[a-z0-9]+(-[a-z0-9]+)*\.sql$/.exec(name)
    if (!match)
      throw new MigrationError('BAD_FILES', `The migration ${name} is not named NNNN-verb-noun.sql.`)
    const version = Number(match[1])
    const duplicateMigration = migrations.find(it => it.version === version)
    if (duplicateMigration)
      throw new MigrationError(
        'BAD_FILES',
        `Two migrations have the number ${match[1]}: ${duplicateMigration.name} and ${name}.`,
      )
    migrations.push({ version, ...(await readSql(dir, name)) })
  }
  return migrations
}

/** In name order, in which they are applied: `access/` first, so that others may use it. A missing folder counts as empty. */
export async function readFunctions(dir: string): Promise<SqlFile[]> {
  if (!existsSync(dir)) return []
  const names = (await readdir(dir, { recursive: true })).map(name => name.replaceAll(sep, '/'))
  return Promise.all(
    names
      .filter(name => name.endsWith('.sql'))
      .sort()
      .map(name => readSql(dir, name)),
  )
}

async function readSql(dir: string, name: string): Promise<SqlFile> {
  const sql = (await readFile(join(dir, name), 'utf8')).replaceAll('\r\n', '\n')
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}
