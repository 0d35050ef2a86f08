// `npm run release-fixture`: stores what later versions compare with and upgrade from, in apps/server/src/db/releases.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { runPostgresTool } from '../apps/server/src/backup/postgres-tool.ts'
import { readMigrations } from '../apps/server/src/db/migrate-files.ts'
import { releasesFolder } from '../apps/server/src/db/releases.ts'
import { readArguments } from './lib/command.mjs'
import { main } from './lib/operator.ts'
import { lockText } from './migration-rules.ts'

const PORT = '4390'
/** Time (ms) for which the demo's workers walk before the database is dumped. */
const WALK_MS = 20_000

const { words } = readArguments({
  name: 'release-fixture',
  about:
    'Starts the demo of a version on an empty database, and stores its dump and the lock of its migrations as those of the release.',
  words: [{ name: 'program', about: 'the installed checkout of the release; otherwise this one' }],
  settings: { DATABASE_URL: 'an empty database, of a PostgreSQL that this machine’s pg_dump can read' },
})

await main(async () => {
  const program = resolve(words[0] ?? fileURLToPath(new URL('..', import.meta.url)))
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('Set DATABASE_URL to an empty database of a PostgreSQL of your own.')
  const { version } = JSON.parse(await readFile(join(program, 'package.json'), 'utf8')) as { version: string }
  const folder = await mkdtemp(join(tmpdir(), 'muster-fixture-'))
  try {
    await runDemo(program, url, folder)
    const dumpFile = join(folder, 'dump.sql')
    await runPostgresTool('pg_dump', url, [
      ...['--no-owner', '--inserts', '--rows-per-insert=200', `--file=${dumpFile}`],
      // Otherwise the queue's jobs would run in every test.
      ...['--exclude-table-data=pgboss.job*', '--exclude-table-data=pgboss.warning'],
    ])
    const dump = toPortableSql(await readFile(dumpFile, 'utf8'))
    await writeFile(join(releasesFolder, `${version}.sql.gz`), gzipSync(dump, { level: 9 }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const migrations = await readMigrations(join(program, 'apps/server/src/db/migrations'))
  await writeFile(join(releasesFolder, `${version}.lock`), lockText(migrations))
  console.log(`Wrote the lock and the database of ${version} to ${releasesFolder}`)
})

async function runDemo(program: string, url: string, dataDir: string): Promise<void> {
  const child = spawn(process.execPath, [join(program, 'apps/server/src/app/main.ts')], {
    cwd: program,
    env: {
      ...process.env,
      ...{ DATABASE_URL: url, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT, DEMO: '1', LOG_LEVEL: 'warn' },
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    for (let attempt = 0; ; attempt++) {
      if (child.exitCode !== null || attempt === 600) throw new Error('The demo did not start.')
      const answer = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => undefined)
      if (answer?.ok) break
      await sleep(100)
    }
    await sleep(WALK_MS)
  } finally {
    if (child.exitCode === null) {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    }
  }
}

/** Removes commands from a dump that only psql or the same version of PostgreSQL understands. */
function toPortableSql(dump: string): string {
  return dump
    .split('\n')
    .filter(line => !/^(--|\\(un)?restrict |(GRANT|REVOKE) .* pg_catalog\.)/.test(line))
    .map(line => line.replace(/^(INSERT INTO [\w.]+) VALUES/, '$1 OVERRIDING SYSTEM VALUE VALUES'))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
}
