import { type LockedMigration as Locked, type Release, readLock } from '../apps/server/src/db/releases.ts'

/** Returns the content of the lock file: one line per migration with its checksum and name. */
export function lockText(migrations: readonly Locked[]): string {
  return `${migrations.map(({ checksum, name }) => `${checksum}  ${name}`).join('\n')}\n`
}

/** Adds new migrations to the lock file. Existing lines are never rewritten, so a changed migration stays a reported problem. */
export function appendToLock(migrations: readonly Locked[], text: string): string {
  const locked = readLock(text)
  return text + lockText(migrations.filter(it => !locked.some(line => line.name === it.name))).trimStart()
}

const CHANGED = 'Databases that have applied it refuse to start. Restore the file and add a new migration.'

/**
 * Finds migrations that were changed or removed, which breaks databases that have already applied them; migrations missing from the
 * lock file; and functions, triggers and policies that belong in db/functions rather than in a migration.
 */
export function findMigrationProblems(
  migrations: readonly (Locked & { readonly sql: string })[],
  locked: readonly Locked[],
): string[] {
  const problems: string[] = []
  for (const { name, checksum } of locked) {
    const file = migrations.find(it => it.name === name)
    if (!file) problems.push(`The migration ${name} was removed. ${CHANGED}`)
    else if (file.checksum !== checksum) problems.push(`The migration ${name} was changed. ${CHANGED}`)
  }
  for (const { name, sql } of migrations) {
    if (!locked.some(it => it.name === name))
      problems.push(
        `The migration ${name} is new: take it into migrations.lock with \`npm run lock-migrations\`.`,
      )
    const created =
      /^\s*create\s+(?:or\s+replace\s+)?(function|procedure|trigger|policy)\s+(?!(?:uuid_v7|search_words)\b)(\w+)/im.exec(
        sql,
      )
    if (created)
      problems.push(
        `The migration ${name} makes the ${created[1]} ${created[2]}: it belongs in apps/server/src/db/functions/<area>/, where the rule of today is read.`,
      )
  }
  return problems
}

/**
 * Finds migrations that differ from the newest release, whose databases could not be upgraded, and new ones that would be applied
 * to those databases in another order than to a new one. Compares with the stored lock of the release, because migrations.lock can
 * be rewritten together with a migration.
 */
export function findReleaseProblems(migrations: readonly Locked[], releases: readonly Release[]): string[] {
  const release = releases.at(-1)
  if (!release) return ['No release is stored in apps/server/src/db/releases.']
  const problems: string[] = []
  for (const { name, checksum } of release.migrations) {
    const file = migrations.find(it => it.name === name)
    if (file?.checksum !== checksum)
      problems.push(
        `The migration ${name} differs from the one of release ${release.version}. ${CHANGED.replace('Databases', 'Databases of that release')}`,
      )
  }
  const newest = release.migrations.at(-1)?.name ?? ''
  for (const { name } of migrations)
    if (name < newest && !release.migrations.some(it => it.name === name))
      problems.push(
        `The migration ${name} is not part of release ${release.version}, but sorts before its newest, ${newest}: give it a higher number.`,
      )
  return problems
}
