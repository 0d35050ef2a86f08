import { createHash } from 'node:crypto'
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { v7 as uuidV7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createId, insertTraces, toSharedPath } from '../app/testing/access-table/traces.ts'
import { connectPortable } from '../backup/connect-portable.ts'
import { createFirstRelease } from '../backup/testing/first-release.ts'
import { afterMigrate } from '../db/after-migrate.ts'
import { openDatabase } from '../db/database.ts'
import { createLocalFiles } from '../lib/local-files.ts'
import { createFactories, defaultClientId, type TestUser, type TestZone } from '../testing/factories.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { testDatabase } from '../testing/test-world.ts'
import { assertOwnRows } from './assert-own-rows.ts'
import { readCatalogue } from './catalogue.ts'
import { checkOpenExport } from './check-export.ts'
import { importInstallation } from './import-installation.ts'
import { importOrganisation } from './import-organisation.ts'
import { insertLines } from './insert-lines.ts'
import { leftOutOfAll, leftOutOfOrganisation } from './left-out.ts'
import type { OpenManifest } from './manifest.ts'
import { looseColumns, PEOPLE, scopeOrganisation } from './organisation-scope.ts'
import {
  createEmptyDatabase,
  dropCreatedDatabases,
  readAllText,
  readTables,
  runQuery,
} from './testing/imported-databases.ts'
import { writeOpenExport } from './write-export.ts'

const installation = uuidV7()
const otherOrganisation = uuidV7()
const { database: source, db, make } = testDatabase()
let dir: string
/** Somebody with a row in every table, in the first organisation and in the other one; and an admin who belongs to none. */
let ours: TestUser
let theirs: TestUser
let admin: TestUser
let ourZone: TestZone
let theirZone: TestZone
const folders = ['avatars', 'documents', 'group-files', 'hazard-attachments', 'reports']
const createStore = (name: string) => ({ files: createLocalFiles(join(dir, name)), folders })

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'muster-open-'))
  admin = await make.user({ role: 'super_admin' })
  ours = await make.user({ passwordHash: 'our-password-hash', firstName: 'Ana Größe "\\' })
  ourZone = await make.zone({ name: 'Our zone' })
  await make.assign(ours, ourZone, 'zone_manager_rw')
  await insertTraces(db, ours, ourZone.id, ours)
  await db.pool.query(`insert into clients (id, name) values ($1, 'Their company')`, [otherOrganisation])
  theirs = await make.user({ passwordHash: 'their-password-hash' })
  theirZone = await make.zone({ name: 'Their zone' })
  await db.pool.query('update zones set client_id = $1 where id = $2', [otherOrganisation, theirZone.id])
  await make.assign(theirs, theirZone, 'zone_manager_rw')
  await insertTraces(db, theirs, theirZone.id, theirs)
  await db.pool.query('delete from client_members where user_id = $1 and client_id = $2', [
    theirs.id,
    defaultClientId,
  ])
  await db.pool.query('update zones set created_by = $1', [admin.id])
  // Both are inside, and the visit goes on.
  await db.pool.query(
    `update presence_tracking set is_inside_zone = true, latitude = 1, longitude = 1, accuracy_meters = 5, tracking_source = 'manual',
       entry_time = '2026-01-02T08:00Z', captured_at = '2026-01-02T09:30Z', received_at = '2026-01-02T09:30Z'`,
  )
  await db.pool.query(`update presence_history set entry_time = '2026-01-02T08:00Z'`)
  await db.pool.query(
    `update visitor_settings set poster_hash = md5(zone_id::text) || md5('poster'), poster_made_at = now()`,
  )
  await db.pool.query(`update visitor_visits set token_hash = md5(id::text) || md5('token')`)
  await db.pool.query(
    `insert into security_events (event_type, description, actor_id, affected_user_id, metadata)
     select 'data_access', 'Viewed', $1, u.id, jsonb_build_object('zoneId', z.id)
     from (values ($2::uuid, $3::uuid), ($4, $5)) it (person, zone) join user_profiles u on u.id = person join zones z on z.id = zone`,
    [admin.id, ours.id, ourZone.id, theirs.id, theirZone.id],
  )
  await db.pool.query(
    `insert into emergencies (request_id, zone_id, kind, drill, message, all_clear_at)
     values (uuid_v7(), $1, 'evacuate', false, 'Goes on now', null), (uuid_v7(), null, 'evacuate', false, 'In all zones', now())`,
    [ourZone.id],
  )
  await db.pool.query(
    `update group_messages set message_text = E'Line\\nand\\ttab \\\\ "quoted" \u2028 \\u2028', mentions = $1`,
    [[ours.id, theirs.id]],
  )
  await db.pool.query(
    `insert into installation_facts (fact, value) values ('file-store', $1) on conflict (fact) do update set value = $1`,
    [installation],
  )
  const files = createStore('store').files
  for (const { id } of [ours, theirs])
    await files.put(toSharedPath(id), Buffer.alloc(300_000, id.charCodeAt(0)))
  await files.put(`avatars/${ours.id}/profile-1.webp`, Buffer.from('a picture'))
  await db.pool.query(`update user_profiles set profile_image = 'avatars/' || id || '/profile-1.webp'`)
})
afterAll(async () => {
  await dropCreatedDatabases()
  await rm(dir, { recursive: true, force: true })
})

const exportAll = (folder: string, database = source.url) =>
  writeOpenExport({ database, store: createStore('store'), folder: join(dir, folder) })
const exportOne = (folder: string, organisationId: string, database = source.url, store = 'store') =>
  writeOpenExport({ database, store: createStore(store), folder: join(dir, folder), organisationId })

async function importAll(folder: string, database: string, store: string) {
  await importInstallation({
    folder: join(dir, folder),
    manifest: await checkOpenExport(join(dir, folder)),
    database,
    store: createStore(store),
    afterMigrate,
    log: () => undefined,
  })
}
const importOne = async (folder: string, database: string, store: string) =>
  importOrganisation({
    folder: join(dir, folder),
    manifest: await checkOpenExport(join(dir, folder)),
    database,
    store: createStore(store),
  })

const readLines = async (folder: string, table: string) =>
  (await readFile(join(dir, folder, 'tables', `${table}.jsonl`), 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))

describe('an installation', () => {
  it('comes in again equal, table for table and file for file, without live sessions', async () => {
    const { tables } = await exportAll('all')
    expect(tables.filter(({ rows }) => rows > 0).length).toBeGreaterThan(45)
    expect((await stat(join(dir, 'all'))).mode & 0o777).toBe(0o700)
    const target = await createEmptyDatabase()
    await importAll('all', target, 'imported')
    expect(await readTables(target)).toEqual(await readTables(source.url))
    for (const name of Object.keys(leftOutOfAll).filter(
      it => !['public.app_login', 'public.schema_functions'].includes(it),
    ))
      expect(await runQuery(target, `select * from ${name}`), name).toEqual([])
    expect(await readAllText(join(dir, 'imported'))).toBe(
      (await readAllText(join(dir, 'store'))).replaceAll(join(dir, 'store'), join(dir, 'imported')),
    )
    await expect(importAll('all', target, 'imported')).rejects.toThrow('The target already contains a Muster')
    expect(await readTables(target)).toEqual(await readTables(source.url))
  })

  it('has lines that its schemas describe', async () => {
    const { tables } = await checkOpenExport(join(dir, 'all'))
    for (const { name } of tables) {
      const text = await readFile(join(dir, 'all/schema', `${name}.schema.json`), 'utf8')
      const schema = z.fromJSONSchema(JSON.parse(text))
      for (const row of await readLines('all', name)) {
        expect(schema.safeParse(row).error?.issues, name).toBeUndefined()
        expect(schema.safeParse({ ...row, other: 1 }).success, name).toBe(false)
      }
    }
    const zones = z.fromJSONSchema(
      JSON.parse(await readFile(join(dir, 'all/schema/zones.schema.json'), 'utf8')),
    )
    const [zone] = await readLines('all', 'zones')
    for (const wrong of [{ id: 'x' }, { status: 'closed' }, { created_at: 'yesterday' }, { name: null }])
      expect(zones.safeParse({ ...zone, ...wrong }).success, Object.keys(wrong)[0]).toBe(false)
  })

  it('is refused if a file was changed, cut off or removed, and leaves nothing behind', async () => {
    // Of the first release, which has fewer tables to copy and to create.
    const [old, target] = [await createEmptyDatabase(), await createEmptyDatabase()]
    await createFirstRelease(old)
    await exportAll('old', old)
    const change = async (work: (folder: string) => Promise<unknown>) => {
      await rm(join(dir, 'changed'), { recursive: true, force: true })
      await cp(join(dir, 'old'), join(dir, 'changed'), { recursive: true })
      await work(join(dir, 'changed'))
      return importAll('changed', target, 'untouched')
    }
    const rows = 'tables/role_permissions.jsonl'
    const changeRow = async (folder: string) => {
      const text = (await readFile(join(folder, rows), 'utf8')).replace('permission 2', 'permission 7')
      await writeFile(join(folder, rows), text)
      return createHash('sha256').update(text).digest('hex')
    }
    await expect(change(changeRow)).rejects.toThrow(
      'The export is damaged: tables/role_permissions.jsonl differs from its manifest.',
    )
    await expect(change(it => appendFile(join(it, rows), '{}\n'))).rejects.toThrow(
      /role_permissions\.jsonl has \d+ bytes instead of \d+/,
    )
    await expect(change(it => rm(join(it, 'files'), { recursive: true }))).rejects.toThrow(
      /files\/.* is missing/,
    )
    await expect(
      change(async it => {
        await rename(join(it, 'files'), join(dir, 'elsewhere'))
        await symlink(join(dir, 'elsewhere'), join(it, 'files'))
      }),
    ).rejects.toThrow(/files\/.* is a link/)
    await expect(change(it => rm(join(it, 'schema/zones.schema.json')))).rejects.toThrow('is missing')
    await expect(change(it => rm(join(it, 'manifest.json')))).rejects.toThrow('is no finished export')
    await expect(change(it => writeFile(join(it, 'manifest.json'), '{"kind":"portable"}'))).rejects.toThrow(
      'npm run restore',
    )
    await expect(change(it => editManifest(it, { format: 2 }))).rejects.toThrow('update the program first')
    await expect(
      change(it =>
        editManifest(it, { migrations: [{ version: 9999, name: '9999-future.sql', checksum: 'x' }] }),
      ),
    ).rejects.toThrow(
      'The source is newer than this Muster (it has 9999-future.sql): update the program first.',
    )
    // A row that was changed along with the hashes in the manifest.
    const { tables } = await checkOpenExport(join(dir, 'old'))
    await expect(
      change(async it => {
        const sha256 = await changeRow(it)
        await editManifest(it, {
          tables: tables.map(table => (table.name === 'role_permissions' ? { ...table, sha256 } : table)),
        })
      }),
    ).rejects.toThrow('The rows of the table public.role_permissions differ')
    expect(
      await runQuery(target, `select from pg_class where relnamespace = 'public'::regnamespace`),
    ).toEqual([])
    expect(await readdir(join(dir, 'untouched')).catch(() => [])).toEqual([])
    await importAll('old', target, 'old-store')
    expect(await readTables(target)).toEqual(await readTables(old))
  })

  it('goes only into a folder that is empty, and a failed export leaves none', async () => {
    await mkdir(join(dir, 'used'))
    await writeFile(join(dir, 'used/letter.txt'), 'mine')
    await expect(exportAll('used')).rejects.toThrow('is not empty (letter.txt): name a new one.')
    expect(await readdir(join(dir, 'used'))).toEqual(['letter.txt'])
    await mkdir(join(dir, 'cut.unfinished'))
    await expect(exportAll('cut')).rejects.toThrow('remove it first')
    const full = { ...createLocalFiles(join(dir, 'store')) }
    const failing = writeOpenExport({
      database: source.url,
      folder: join(dir, 'full'),
      store: {
        folders,
        files: {
          ...full,
          open: () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' })),
        },
      },
    })
    await expect(failing).rejects.toThrow(`The disk of ${join(dir, 'full')} is full: nothing was kept.`)
    expect((await readdir(dir)).filter(name => name.startsWith('full'))).toEqual([])
  })
})

async function editManifest(
  folder: string,
  changes: Partial<Record<keyof OpenManifest, unknown>>,
): Promise<void> {
  const path = join(folder, 'manifest.json')
  await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), ...changes }))
}

/** Returns the line of another row: the first one of the table in an export, with an id of its own and changes. */
async function createLine(from: string, table: string, changes: object): Promise<string> {
  const [row] = await readLines(from, table)
  const own = Object.fromEntries(
    ['id', 'assignment_id', 'request_id', 'name'].filter(it => it in row).map(it => [it, uuidV7()]),
  )
  return `${JSON.stringify({ ...row, ...own, ...changes })}\n`
}

/** Copies an export with one more row. */
async function addLine(from: string, to: string, table: string, changes: object): Promise<void> {
  await rm(join(dir, to), { recursive: true, force: true })
  await cp(join(dir, from), join(dir, to), { recursive: true })
  const path = join(dir, to, 'tables', `${table}.jsonl`)
  await appendFile(path, await createLine(from, table, changes))
  const content = await readFile(path)
  const { tables } = await checkOpenExport(join(dir, from))
  await editManifest(join(dir, to), {
    tables: tables.map(it =>
      it.name === table
        ? {
            ...it,
            rows: it.rows + 1,
            bytes: content.length,
            sha256: createHash('sha256').update(content).digest('hex'),
          }
        : it,
    ),
  })
}

/** Adds each row on its own to the imported organisation, and returns the tables that its check refuses. */
async function findForeignRows(
  url: string,
  rows: readonly { readonly table: string; readonly line: string }[],
): Promise<(string | undefined)[]> {
  const client = await connectPortable(url, 'the test')
  try {
    const catalogue = await readCatalogue(client)
    const { tables } = await checkOpenExport(join(dir, 'theirs'))
    const scopes = scopeOrganisation(catalogue, `'${otherOrganisation}'::uuid`).filter(
      ({ table }) => table.name !== 'public.security_events',
    )
    const countRows = (table: string) =>
      tables.find(it => [it.name, `public.${it.name}`].includes(table))?.rows ?? 0
    // As an import, without foreign keys and triggers.
    await client.query('begin; set local session_replication_role = replica')
    await client.query(
      `create temporary table ${PEOPLE} as select id, true as member from user_profiles where id = '${theirs.id}'`,
    )
    await assertOwnRows(client, scopes, countRows)
    const refusedTables: (string | undefined)[] = []
    for (const { table: name, line } of rows) {
      const table = `public.${name}`
      await client.query('savepoint added')
      const columns = catalogue.get(table)?.columns ?? []
      await insertLines(client, { name: table, columns }, Readable.from([Buffer.from(line)]))
      refusedTables.push(
        await assertOwnRows(client, scopes, it => countRows(it) + (it === table ? 1 : 0)).then(
          () => undefined,
          ({ message }: Error) => /^The table (\S+) of the export has rows/.exec(message)?.[1],
        ),
      )
      await client.query('rollback to savepoint added')
    }
    return refusedTables
  } finally {
    await client.end()
  }
}

const CHECKS_SQL = `
  select conrelid::regclass::text as table, conname as name from pg_constraint where contype = 'f'
  union all select tgrelid::regclass::text, tgname from pg_trigger where not tgisinternal and tgenabled = 'O' order by 1, 2`

describe('an organisation', () => {
  beforeAll(async () => {
    await exportOne('ours', defaultClientId)
    await exportOne('theirs', otherOrganisation)
  })

  it('takes its rows and files along, and none of the other organisation, of sign-ins or of sessions', async () => {
    const text = await readAllText(join(dir, 'ours'))
    for (const stranger of [
      otherOrganisation,
      theirZone.id,
      'Their',
      theirs.id,
      theirs.email,
      createId('group', theirs.id),
      toSharedPath(theirs.id),
      admin.id,
      'password-hash',
      'Goes on now',
      'In all zones',
    ])
      expect(text.includes(stranger), stranger).toBe(false)
    const { tables } = await checkOpenExport(join(dir, 'ours'))
    expect(tables.filter(({ rows }) => rows > 0).length).toBeGreaterThan(43)
    expect(text).toContain(toSharedPath(ours.id))
    const events = await readLines('ours', 'security_events')
    expect(events).toContainEqual(expect.objectContaining({ actor_id: null, affected_user_id: ours.id }))
    const emergency = { emergency_id: createId('emergency', ours.id), zone_id: ourZone.id }
    expect(await readLines('ours', 'emergency_people')).toMatchObject([{ ...emergency, user_id: ours.id }])
    expect(await readLines('ours', 'emergency_claims')).toMatchObject([{ ...emergency, claimed_by: ours.id }])
    expect(await readLines('ours', 'group_messages')).toContainEqual(
      expect.objectContaining({ mentions: [ours.id] }),
    )
  })

  it('contains no hash of a secret that still opens something', async () => {
    const client = await connectPortable(source.url, 'the test')
    const scopes = scopeOrganisation(await readCatalogue(client), `'${defaultClientId}'::uuid`)
    await client.end()
    const secrets = scopes.flatMap(({ table, columns, overrides }) =>
      columns.flatMap(({ name }) =>
        /hash|secret|token|password|sign_up/.test(name) && !overrides.has(name)
          ? [`${table.name}.${name}`]
          : [],
      ),
    )
    expect(secrets).toEqual([])
    expect(await readLines('ours', 'visitor_settings')).toMatchObject([{ poster_hash: null }])
    expect(await readLines('ours', 'visitor_visits')).toMatchObject([
      { token_hash: null },
      { token_hash: null },
    ])
    for (const { token_hash } of await readLines('ours', 'emergency_links'))
      expect(token_hash).toMatch(/^not exported/)
  })

  it('comes into another installation, with accounts of the same address linked, once', async () => {
    const target = await createTestDatabase()
    const targetDb = openDatabase(target.url)
    try {
      const host = await createFactories(targetDb).user({ passwordHash: 'kept' })
      await targetDb.pool.query('update auth.users set email = $1 where id = $2', [theirs.email, host.id])
      await targetDb.pool.query('update user_profiles set email = $1 where id = $2', [theirs.email, host.id])
      const before = await readTables(target.url)
      await targetDb.close()
      const imported = await importOne('theirs', target.url, 'theirs-store')
      expect(imported).toMatchObject({ id: otherOrganisation, newPeople: 0, linkedPeople: 1, files: 1 })
      // An import suspends the foreign keys and the triggers.
      expect(await runQuery(target.url, CHECKS_SQL)).toEqual(await runQuery(source.url, CHECKS_SQL))
      const [membership] = await runQuery(
        target.url,
        'select user_id, role from zone_assignments where zone_id = $1',
        [theirZone.id],
      )
      expect(membership).toEqual({ user_id: host.id, role: 'zone_manager_rw' })
      expect(
        await runQuery(target.url, 'select password from auth.accounts where user_id = $1', [host.id]),
      ).toEqual([{ password: 'kept' }])
      expect(await runQuery(target.url, 'select mentions from group_messages')).toEqual([
        { mentions: [host.id] },
      ])
      // Nobody is inside without a consent, and the visit ended at the last reading.
      expect(
        await runQuery(target.url, 'select is_inside_zone, latitude, exit_time from presence_tracking'),
      ).toEqual([{ is_inside_zone: false, latitude: null, exit_time: new Date('2026-01-02T09:30Z') }])
      expect(await runQuery(target.url, 'select current_occupancy from zones')).toEqual([
        { current_occupancy: 0 },
      ])
      expect(await runQuery(target.url, 'select exit_time, duration_minutes from presence_history')).toEqual([
        { exit_time: new Date('2026-01-02T09:30Z'), duration_minutes: 90 },
      ])
      expect(before.find(it => it.name === 'public.zones')?.rows).toBe(0)
      const after = await readTables(target.url)
      await expect(importOne('theirs', target.url, 'theirs-store')).rejects.toThrow(
        'The organisation Their company is here already (as Their company): nothing was imported.',
      )
      expect(await readTables(target.url)).toEqual(after)
      // The first organisation has the same id everywhere, so it comes beside the one that is here.
      const second = await importOne('ours', target.url, 'theirs-store')
      expect(second).toMatchObject({ newPeople: 1, linkedPeople: 0 })
      expect(second.id).not.toBe(defaultClientId)
      await expect(importOne('ours', target.url, 'theirs-store')).rejects.toThrow('is here already')
      // What went in comes out again the same, apart from the account that was linked.
      const store = 'theirs-store'
      await exportOne('ours-again', second.id, target.url, store)
      for (const { name } of (await checkOpenExport(join(dir, 'ours'))).tables) {
        if (['security_events'].includes(name)) continue
        const expected = JSON.stringify(await readLines('ours', name)).replaceAll(defaultClientId, second.id)
        const sort = (rows: unknown[]) => rows.map(row => JSON.stringify(row)).sort()
        expect(sort(await readLines('ours-again', name)), name).toEqual(sort(JSON.parse(expected)))
      }
    } finally {
      await targetDb.close()
      await target.drop()
    }
  })

  it('is refused if its rows refer to another organisation, and leaves no rows behind', async () => {
    const target = await createTestDatabase()
    const targetDb = openDatabase(target.url)
    try {
      const make = createFactories(targetDb)
      const [host, hostZone] = [await make.user(), await make.zone({ name: 'Host zone' })]
      await make.assign(host, hostZone, 'zone_manager_ro')
      await insertTraces(targetDb, host, hostZone.id, host)
      await targetDb.close()
      const before = await readTables(target.url)
      const cases: [string, object][] = [
        ['zone_assignments', { zone_id: hostZone.id }],
        ['zone_assignments', { user_id: host.id }],
        ['folders', { parent_folder_id: createId('folder', host.id) }],
        ['documents', { file_name: 'other.pdf', file_url: toSharedPath(host.id) }],
        ['zone_permissions', { zone_id: hostZone.id, user_id: host.id, permission: 'assign_zone_managers' }],
        ['client_members', { client_id: defaultClientId }],
        ['zones', { client_id: defaultClientId }],
        ['emergencies', { zone_id: null, all_clear_at: null }],
        ['emergency_claims', { zone_id: hostZone.id }],
        ['group_messages', { number: 9, mentions: [host.id] }],
      ]
      // A row that is not the organisation's, and one that names somebody outside. The others are tried where they are refused.
      for (const [table, changes] of cases.slice(0, 2)) {
        await addLine('theirs', 'doctored', table, changes)
        await expect(
          importOne('doctored', target.url, 'doctored-store'),
          JSON.stringify([table, changes]),
        ).rejects.toThrow(
          `The table public.${table} of the export has rows that reach beyond the organisation: nothing was imported.`,
        )
      }
      expect(await readTables(target.url)).toEqual(before)
      expect(await readdir(join(dir, 'doctored-store')).catch(() => [])).toEqual([])
      const path = 'documents/of-the-host/plan.pdf'
      await createStore('doctored-store').files.put(path, Buffer.from('a plan'))
      await addLine('theirs', 'doctored', 'stored_files', { path })
      await expect(importOne('doctored', target.url, 'doctored-store')).rejects.toThrow(
        `The export names the file ${path} without having it, and it is here already: nothing was imported.`,
      )
      await importOne('theirs', target.url, 'doctored-store')
      const rows = await Promise.all(
        cases.map(async ([table, changes]) => ({ table, line: await createLine('theirs', table, changes) })),
      )
      expect(await findForeignRows(target.url, rows)).toEqual(cases.map(([table]) => `public.${table}`))
    } finally {
      await targetDb.close().catch(() => undefined)
      await target.drop()
    }
  })

  it('is refused by a running Muster and by a database of another schema, in one sentence', async () => {
    const target = await createTestDatabase()
    const running = await connectPortable(target.url, 'the test')
    await running.query(`set application_name to 'muster-jobs'`)
    await expect(importOne('ours', target.url, 'untouched')).rejects.toThrow(
      'A Muster is running on the target',
    )
    await running.end()
    await cp(join(dir, 'ours'), join(dir, 'ours-older'), { recursive: true })
    await editManifest(join(dir, 'ours-older'), { schema: 12, muster: '0.1.0' })
    await expect(importOne('ours-older', target.url, 'untouched')).rejects.toThrow(
      /import it with Muster 0\.1\.0 into/,
    )
    await editManifest(join(dir, 'ours-older'), { schema: 9999, muster: '9.0.0' })
    await expect(importOne('ours-older', target.url, 'untouched')).rejects.toThrow(
      /update Muster to 9\.0\.0 or newer first/,
    )
    await target.drop()
  })

  it('is refused if its id is unknown, and the message lists the existing ids', async () => {
    await expect(exportOne('unknown', uuidV7())).rejects.toThrow(`Their company: ${otherOrganisation}`)
    expect((await readdir(dir)).filter(name => name.startsWith('unknown'))).toEqual([])
  })
})

describe('every table', () => {
  it('is exported with an organisation, or left out with a reason', async () => {
    const client = await connectPortable(source.url, 'the test')
    const catalogue = await readCatalogue(client)
    await client.end()
    const scoped = scopeOrganisation(catalogue, 'null::uuid')
    const known = [...Object.keys(leftOutOfAll), ...Object.keys(leftOutOfOrganisation)]
    const exported = scoped.map(({ table }) => table.name)
    expect([...exported, ...known].sort(), 'decide in left-out.ts').toEqual([...catalogue.keys()].sort())

    // A reference that no key describes could lead to another organisation.
    const loose = scoped.flatMap(({ table, columns }) =>
      columns
        .filter(
          ({ name, type }) =>
            type.startsWith('uuid') &&
            name !== 'request_id' &&
            table.primaryKey.join() !== name &&
            !table.foreignKeys.some(key => key.columns.includes(name)),
        )
        .map(({ name }) => `${table.name}.${name}`),
    )
    expect(loose.sort()).toEqual(Object.keys(looseColumns).sort())
  })
})
