import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MigrationError } from './migrate-errors.ts'

export type Migration = {
  readonly version: number
  readonly name: string
  readonly sql: string
  /** sha256 of the text, line ends normalised so that a checkout on another system agrees. */
  readonly checksum: string
}

/** Reads `NNNN-verb-noun.sql` files in order of version. Throws MigrationError for a stray or doubled name. */
export async function readMigrations(dir: string): Promise<Migration[]> {
  const found: Migration[] = []
  for (const name of (await readdir(dir)).filter(it => it.endsWith('.sql')).sort()) {
    const match = /^(\d{4})-[a-z0-9]+(-[a-z0-9]+)*\.sql$/.exec(name)
    if (!match)
      throw new MigrationError('BAD_FILES', `The migration ${name} is not named NNNN-verb-noun.sql.`)
    const version = Number(match[1])
    const twin = found.find(it => it.version === version)
    if (twin)
      throw new MigrationError(
        'BAD_FILES',
        `Two migrations have the number ${match[1]}: ${twin.name} and ${name}.`,
      )
    const sql = (await readFile(join(dir, name), 'utf8')).replaceAll('\r\n', '\n')
    found.push({ version, name, sql, checksum: createHash('sha256').update(sql).digest('hex') })
  }
  return found
}
