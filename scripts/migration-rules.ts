type Locked = { readonly name: string; readonly checksum: string }

/** Returns the content of the lock file: one line per migration with its checksum and name. */
export function lockText(migrations: readonly Locked[]): string {
  return `${migrations.map(({ checksum, name }) => `${checksum}  ${name}`).join('\n')}\n`
}

export function readLock(text: string): Locked[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map(line => ({ checksum: line.slice(0, 64), name: line.slice(64).trim() }))
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
