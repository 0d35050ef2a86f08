import type pg from 'pg'
import { copyOut } from '../db/copy-rows.ts'
import { connectPortable } from './connect-portable.ts'
import { loadDatabase } from './load-database.ts'
import { preparePortableSession, readContents, toColumnList } from './portable-contents.ts'
import { assertNotRunning, lockAgainstStart } from './target-state.ts'

/**
 * Copies to any server of any major version in one transaction and compares all tables. Throws PortableError, without a trace, while
 * a Muster runs on the source, if the target is not empty, or if anything fails.
 */
export async function moveRows(options: {
  /** The addresses of both databases, as their owners. */
  readonly source: string
  readonly target: string
  readonly afterMigrate: (client: pg.Client) => Promise<void>
  readonly log: (line: string) => void
}): Promise<void> {
  const source = await connectPortable(options.source, 'the source')
  try {
    const target = await connectPortable(options.target, 'the target')
    try {
      await preparePortableSession(source)
      await lockAgainstStart(source, 'the source')
      await assertNotRunning(source, 'the source')
      await source.query('begin isolation level repeatable read read only')
      await loadDatabase({
        ...options,
        client: target,
        contents: await readContents(source),
        readRows: ({ name, columns }) =>
          copyOut(source, `copy (select ${toColumnList(columns)} from ${name}) to stdout`),
        beforeCommit: () => assertNotRunning(source, 'the source'),
      })
    } finally {
      // A lost connection would throw again and hide the original error.
      await target.end().catch(() => undefined)
    }
  } finally {
    await source.end()
  }
}
