import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { healthOfStorage } from '@muster/domain/system-health.ts'
import { DAY_MS } from '@muster/domain/time-units.ts'
import pg from 'pg'
import { findBackup } from '../../backup/check-backup.ts'
import { findNewestBackup } from '../../backup/raw-manifest.ts'
import { createBackupSettings } from '../../features/backups/index.ts'
import { probeMail } from '../../lib/probe-mail.ts'
import { probeStorage } from '../../lib/probe-storage.ts'
import type { Env } from '../../platform/env.ts'
import { createFileStore } from '../../platform/file-store.ts'
import { version } from '../../platform/version.ts'
import {
  listKeys,
  readBackupProblem,
  readFigures,
  readFileStoreId,
  readServerVersion,
} from './installation.queries.ts'
import { readMigrationState } from './require-migrated.ts'

/** One line of the check. `watch` should be looked at, `bad` must be fixed. */
export type Finding = {
  readonly name: string
  readonly state: 'good' | 'watch' | 'bad'
  readonly text: string
}

type Target = { readonly url: string; readonly home: string | undefined; readonly runs: boolean | undefined }

/** Age (days) from which the last backup is too old. */
const BACKUP_MAX_AGE_DAYS = 7

/** Reads the state of an installation, in the order in which it is printed. `withDatabase` runs its work on the database. */
export async function checkInstallation(
  env: Env,
  withDatabase: (work: (target: Target) => Promise<Finding[]>) => Promise<Finding[]>,
): Promise<Finding[]> {
  return [
    { name: 'Version', state: 'good', text: `Muster ${version}, Node ${process.versions.node}` },
    ...(await withDatabase(target => checkDatabase(env, target)).catch(error => [
      { name: 'Database', state: 'bad' as const, text: toLine(error) },
    ])),
    await checkMail(env),
    await checkDisk(env),
    await checkBackup(env),
    ...checkSettings(env),
  ]
}

async function checkDatabase(env: Env, { url, home, runs }: Target): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const state = runs === undefined ? '' : runs ? ', Muster is running' : ', Muster is not running'
    const place = home ? `embedded in ${home}${state}` : 'under DATABASE_URL'
    const findings: Finding[] = [
      { name: 'Database', state: 'good', text: `PostgreSQL ${await readServerVersion(client)}, ${place}` },
    ]
    const { applied, pending, newer } = await readMigrationState(client)
    if (newer > 0)
      return [
        ...findings,
        {
          name: 'Migrations',
          state: 'bad',
          text: `${newer} of the database are unknown to this program, which is older`,
        },
      ]
    if (pending > 0)
      return [
        ...findings,
        {
          name: 'Migrations',
          state: 'watch',
          text: `${applied} applied, ${pending} pending: the next start applies them`,
        },
      ]
    findings.push({ name: 'Migrations', state: 'good', text: `${applied} applied, none pending` })
    const figures = await readFigures(client)
    if (figures)
      findings.push({
        name: 'Contents',
        state: figures.superAdmins === 0 ? 'bad' : 'good',
        text: `${count(figures.tables, 'table')} with ${megabytes(figures.bytes)}: ${count(figures.organisations, 'organisation')}, ${count(figures.people, 'account')}, ${count(figures.zones, 'zone')}, about ${count(figures.readings, 'reading')}; ${
          figures.superAdmins === 0
            ? 'no active super admin (npm run admin -- create)'
            : count(figures.superAdmins, 'active super admin')
        }`,
      })
    findings.push(await checkFiles(env, client), await checkKeys(env, client))
    const problem = await readBackupProblem(client)
    if (problem)
      findings.push({ name: 'Backup', state: 'bad', text: `the last nightly one failed: ${problem}` })
    return findings
  } finally {
    await client.end()
  }
}

async function checkFiles(env: Env, client: pg.Client): Promise<Finding> {
  const name = 'Files'
  try {
    const store = createFileStore(env)
    const [storeId, mark] = [await readFileStoreId(client), await store.mark.read()]
    if (storeId === mark) return { name, state: 'good', text: store.place }
    return { name, state: 'bad', text: `${store.place} is not the store of this database (${store.setting})` }
  } catch (error) {
    return { name, state: 'bad', text: toLine(error) }
  }
}

async function checkKeys(env: Env, client: pg.Client): Promise<Finding> {
  const stored = await listKeys(client)
  const missing = [
    !env.AUTH_SECRET && !stored.includes('signing') && 'the signing key',
    !stored.includes('vapid') && 'the key for notifications',
    !existsSync(join(env.DATA_DIR, 'anchor-key')) &&
      `${join(env.DATA_DIR, 'anchor-key')} of the security log`,
  ].filter(key => key !== false)
  const signing = env.AUTH_SECRET ? 'AUTH_SECRET is set' : 'the signing key is in the database'
  if (missing.length === 0) return { name: 'Keys', state: 'good', text: `all present; ${signing}` }
  return {
    name: 'Keys',
    state: 'watch',
    text: `missing: ${missing.join(', ')}; the next start makes new ones`,
  }
}

async function checkMail(env: Env): Promise<Finding> {
  const name = 'Mail'
  if (!env.SMTP_URL)
    return {
      name,
      state: 'watch',
      text: `SMTP_URL is not set: mail is written to ${join(env.DATA_DIR, 'mail')}`,
    }
  const { host } = new URL(env.SMTP_URL)
  const problem = await probeMail(env.SMTP_URL)
  return problem
    ? { name, state: 'bad', text: `SMTP_URL (${host}): ${problem}` }
    : { name, state: 'good', text: `${host} accepts the connection and the sign-in` }
}

async function checkDisk(env: Env): Promise<Finding> {
  const name = 'Disk'
  const figures = await probeStorage(env.DATA_DIR).catch(() => null)
  if (!figures) return { name, state: 'bad', text: `${env.DATA_DIR} cannot be read` }
  const health = healthOfStorage(figures)
  return {
    name,
    state: health === 'unknown' ? 'watch' : health,
    text: `${megabytes(figures.freeBytes)} free of ${megabytes(figures.totalBytes)} in ${env.DATA_DIR}${figures.writable ? '' : ', which cannot be written'}`,
  }
}

async function checkBackup(env: Env): Promise<Finding> {
  const name = 'Backup'
  const nightly = await findBackup(createBackupSettings(env).place, undefined).catch(() => undefined)
  const times = [nightly?.takenAt, (await findNewestBackup(join(env.DATA_DIR, 'backups')))?.takenAt].filter(
    time => time !== undefined,
  )
  const takenAt = times.sort((a, b) => b.getTime() - a.getTime())[0]
  if (!takenAt)
    return {
      name,
      state: 'watch',
      text: 'none yet (docs/backups.md)',
    }
  const days = Math.floor((Date.now() - takenAt.getTime()) / DAY_MS)
  return {
    name,
    state: days >= BACKUP_MAX_AGE_DAYS ? 'watch' : 'good',
    text: `the last one is of ${takenAt.toISOString().slice(0, 16).replace('T', ' ')} UTC (${count(days, 'day')} ago)`,
  }
}

/** Lists settings that are valid but probably unintended. */
function checkSettings(env: Env): Finding[] {
  const { hostname, protocol } = new URL(env.PUBLIC_URL)
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1'
  if (protocol === 'https:' || isLocal)
    return [{ name: 'Settings', state: 'good', text: `people reach ${env.PUBLIC_URL}` }]
  return [
    {
      name: 'Settings',
      state: 'watch',
      text: `PUBLIC_URL is ${env.PUBLIC_URL}: without https, browsers give no position`,
    },
  ]
}

const toLine = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
const count = (number: number, noun: string) =>
  `${Math.round(number).toLocaleString('en')} ${noun}${Math.round(number) === 1 ? '' : 's'}`
const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024).toLocaleString('en')} MB`
