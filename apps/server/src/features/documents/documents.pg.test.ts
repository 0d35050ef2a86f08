import { limits } from '@muster/domain/limits.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { write } from '../../live/write.ts'
import { readCode } from '../../testing/caller.ts'
import type { TestUser, TestZone } from '../../testing/factories.ts'
import { createTestServices } from '../../testing/test-services.ts'
import { insertConfirmation } from './readings.queries.ts'
import { removeDeleted } from './remove-deleted.ts'

let muster: Awaited<ReturnType<typeof createTestServices>>
let zone: TestZone
let manager: TestUser
let watcher: TestUser
let ann: TestUser
let bob: TestUser
let groupId: string

beforeAll(async () => {
  muster = await createTestServices()
})
afterAll(() => muster.stop())

beforeEach(async () => {
  const { make } = muster
  zone = await make.zone()
  manager = await make.user({ firstName: 'Mia' })
  watcher = await make.user({ firstName: 'Wim' })
  ann = await make.user({ firstName: 'Ann' })
  bob = await make.user({ firstName: 'Bob' })
  await make.assign(manager, zone, 'zone_manager_rw')
  await make.assign(watcher, zone, 'zone_manager_ro')
  await make.assign(ann, zone)
  await make.assign(bob, zone)
  const { group } = await muster.call(manager).groups.create({
    zoneId: zone.id,
    requestId: crypto.randomUUID(),
    name: 'Night shift',
    members: [ann.id],
  })
  groupId = group.id
})

const call = (who: TestUser) => muster.call(who).documents
const create = async (name: string, folderId?: string, who = manager) =>
  (await call(who).createFolder({ zoneId: zone.id, name, ...(folderId && { folderId }) })).folderId
/** Returns the topics on which `act` announces a change of the zone's files, in order. */
async function announced<T>(act: () => Promise<T>) {
  const { pool } = muster.db
  const { rows: before } = await pool.query('select coalesce(max(seq), 0) as seq from feed_events')
  const result = await act()
  const { rows } = await pool.query(
    `select topic from feed_events where seq > $1 and kind = 'documents.changed' and payload ->> 'zoneId' = $2 order by seq`,
    [before[0].seq, zone.id],
  )
  return { result, topics: rows.map(row => row.topic) }
}
/** Creates a file as the upload endpoint stores it. */
async function uploaded(name: string, who = manager, size = 100) {
  const { rows } = await muster.db.pool.query(
    `insert into stored_files (request_id, path, name, media_type, size_bytes, uploaded_by)
      values (gen_random_uuid(), 'documents/' || gen_random_uuid() || '.pdf', $1, 'application/pdf', $2, $3) returning id`,
    [name, size, who.id],
  )
  return rows[0].id as string
}
const add = async (name: string, folderId?: string) =>
  call(manager).add({
    zoneId: zone.id,
    fileId: await uploaded(name),
    title: name.replace(/\.\w+$/, ''),
    ...(folderId && { folderId }),
  })
const folders = async (who: TestUser, where: object = {}) =>
  (await call(who).folders({ zoneId: zone.id, ...where })).folders.map(it => it.name)
const files = async (who: TestUser, where: object = {}) =>
  (await call(who).files({ zoneId: zone.id, ...where })).rows.map(it => it.title)
const listAlerts = async (who: TestUser) =>
  (await muster.call(who).alerts.list({})).rows
    .filter(it => it.type === 'document_upload')
    .map(it => it.title)

describe('folders', () => {
  it('can be created, renamed and found with permission, each name once per place', async () => {
    const plans = await create('Plans')
    await create('Old', plans)
    expect(await readCode(create('plans'))).toBe('FOLDER_NAME_TAKEN')
    expect(await create('Old')).toBeTruthy()
    expect(await folders(ann)).toEqual(['Old', 'Plans'])
    const { folders: inside, path } = await call(ann).folders({ zoneId: zone.id, folderId: plans })
    expect([inside.map(it => it.name), path.map(it => it.name)]).toEqual([['Old'], ['Plans']])
    expect(await folders(ann, { search: 'OL' })).toEqual(['Old', 'Old'])
    const change = { zoneId: zone.id, folderId: plans, description: 'All of them' }
    expect(await readCode(call(manager).updateFolder({ ...change, name: 'old' }))).toBe('FOLDER_NAME_TAKEN')
    await call(manager).updateFolder({ ...change, name: 'Drawings' })
    expect(await folders(ann)).toEqual(['Drawings', 'Old'])
  })

  it('restricted to a group are visible, with everything in them, to its members and the people who manage the zone', async () => {
    const secret = await create('Keys')
    const inner = await create('Codes', secret)
    await add('gate.pdf', inner)
    const link = () => call(manager).linkGroup({ zoneId: zone.id, folderId: secret, groupId })
    await link()
    expect(await readCode(link())).toBe('GROUP_LINKED')
    for (const who of [manager, watcher, ann]) {
      expect(await folders(who)).toEqual(['Keys'])
      expect(await files(who, { folderId: inner })).toEqual(['gate'])
    }
    expect(await folders(bob)).toEqual([])
    expect(await folders(bob, { search: 'codes' })).toEqual([])
    expect(await files(bob, { everywhere: true })).toEqual([])
    expect(await readCode(call(bob).files({ zoneId: zone.id, folderId: inner }))).toBe('FOLDER_NOT_FOUND')
    expect(await folders(ann, { groupId })).toEqual(['Keys'])
    await call(manager).unlinkGroup({ zoneId: zone.id, folderId: secret, groupId })
    expect(await files(bob, { folderId: inner })).toEqual(['gate'])
  })

  it('stay restricted when their group is deleted, until somebody opens them to everybody', async () => {
    const folderId = await create('Keys')
    await call(manager).linkGroup({ zoneId: zone.id, folderId, groupId })
    await muster.call(manager).groups.remove({ groupId })
    const { folders: left } = await call(manager).folders({ zoneId: zone.id })
    expect(left).toMatchObject([{ name: 'Keys', forGroups: true, groups: [] }])
    expect([await folders(ann), await folders(bob)]).toEqual([[], []])
    await add('gate.pdf', folderId)
    expect(await listAlerts(bob)).toEqual([])
    await call(manager).openFolder({ zoneId: zone.id, folderId })
    expect(await folders(bob)).toEqual(['Keys'])
  })

  it('linked and unlinked concurrently are open to everybody only if no link remains', async () => {
    const make = async () =>
      (
        await muster
          .call(manager)
          .groups.create({ zoneId: zone.id, requestId: crypto.randomUUID(), name: 'G' })
      ).group.id
    for (let round = 0; round < 8; round++) {
      const [first, other, folderId] = [await make(), await make(), await create(`Keys ${round}`)]
      const of = { zoneId: zone.id, folderId }
      await call(manager).linkGroup({ ...of, groupId: first })
      await Promise.all([
        call(manager).unlinkGroup({ ...of, groupId: first }),
        call(manager).linkGroup({ ...of, groupId: other }),
      ])
    }
    expect(await folders(bob)).toEqual([])
  })

  it('can be moved, but not into themselves', async () => {
    const [a, b] = [await create('A'), await create('B')]
    const c = await create('C', a)
    const move = (ids: string[], folderId?: string) =>
      call(manager).move({ zoneId: zone.id, folders: ids, ...(folderId && { folderId }) })
    expect(await readCode(move([a], c))).toBe('FOLDER_MOVE_INVALID')
    expect(await readCode(move([a], a))).toBe('FOLDER_MOVE_INVALID')
    expect(await move([a], b)).toEqual({ moved: 1 })
    expect(await folders(manager)).toEqual(['B'])
    expect(await move([c])).toEqual({ moved: 1 })
    expect(await folders(manager)).toEqual(['B', 'C'])
    expect(await readCode(move([crypto.randomUUID()]))).toBe('DOCUMENT_NOT_FOUND')
  })
})

describe('files', () => {
  it('become versions of one document when name and place are the same, and an old one can be restored', async () => {
    const { documentId } = await add('plan.pdf')
    expect(await add('Plan.pdf')).toEqual({ documentId, version: 2 })
    expect(await files(ann)).toEqual(['plan'])
    const of = { zoneId: zone.id, documentId }
    expect((await call(ann).versions(of)).versions.map(it => it.version)).toEqual([2, 1])
    expect(await call(manager).restoreVersion({ ...of, version: 1 })).toEqual({ version: 3 })
    const { versions } = await call(ann).versions(of)
    expect(versions.map(it => [it.version, it.file.name])).toEqual([
      [3, 'plan.pdf'],
      [2, 'Plan.pdf'],
      [1, 'plan.pdf'],
    ])
    expect(await readCode(call(manager).restoreVersion({ ...of, version: 9 }))).toBe('DOCUMENT_NOT_FOUND')
  })

  it('take a title typed for a newer version, and keep theirs if only the default title is sent', async () => {
    const { documentId } = await add('handbook.pdf')
    const again = async (title: string) =>
      call(manager).add({ zoneId: zone.id, fileId: await uploaded('handbook.pdf'), title })
    expect(await again('Handbook 2026')).toEqual({ documentId, version: 2 })
    expect(await files(ann)).toEqual(['Handbook 2026'])
    expect(await again('handbook')).toEqual({ documentId, version: 3 })
    expect(await files(ann)).toEqual(['Handbook 2026'])
  })

  it('restored twice concurrently become two versions', async () => {
    const { documentId } = await add('plan.pdf')
    await add('plan.pdf')
    const back = () => call(manager).restoreVersion({ zoneId: zone.id, documentId, version: 1 })
    const numbers = (await Promise.all([back(), back(), back()])).map(it => it.version)
    expect(numbers.toSorted()).toEqual([3, 4, 5])
  })

  it('are added once, by their uploader', async () => {
    const fileId = await uploaded('a.pdf')
    const name = (who: TestUser) => call(who).add({ zoneId: zone.id, fileId, title: 'A' })
    const other = await muster.make.user()
    await muster.make.assign(other, zone, 'zone_manager_rw')
    expect(await readCode(name(other))).toBe('FILE_NOT_FOUND')
    const document = await name(manager)
    expect(await name(manager)).toEqual(document)
  })

  it('are listed in the requested order, page by page', async () => {
    for (const name of ['b.pdf', 'A.pdf', 'c.pdf']) await add(name)
    const first = await call(ann).files({ zoneId: zone.id, limit: 2 })
    const rest = await call(ann).files({ zoneId: zone.id, limit: 2, cursor: first.next ?? '' })
    expect([...first.rows, ...rest.rows].map(it => it.title)).toEqual(['A', 'b', 'c'])
    expect(await files(ann, { sort: 'newest' })).toEqual(['c', 'A', 'b'])
  })

  it('alert the people who see them when they are added, at most once in a while', async () => {
    await add('a.pdf')
    await add('b.pdf')
    expect(await listAlerts(ann)).toEqual(['New document: a'])
    expect(await listAlerts(manager)).toEqual([])
  })
})

describe('a deleted selection', () => {
  it('previews its contents, disappears for everybody, and can be restored whole for 30 days', async () => {
    const a = await create('A')
    const b = await create('B', a)
    await add('one.pdf', a)
    await add('two.pdf', b)
    const chosen = { zoneId: zone.id, folders: [a] }
    expect(await call(manager).removal(chosen)).toEqual({ folders: 2, documents: 2 })
    expect(await call(manager).remove(chosen)).toEqual({ removed: 4 })
    expect(await folders(ann)).toEqual([])
    expect(await folders(ann, { deleted: true })).toEqual([])
    expect(await folders(manager, { deleted: true })).toEqual(['A'])
    expect(await readCode(call(manager).remove(chosen))).toBe('DOCUMENT_NOT_FOUND')
    // The name can be reused in the meantime, which then blocks the restore.
    const other = await create('A')
    expect(await readCode(call(manager).restore(chosen))).toBe('FOLDER_NAME_TAKEN')
    await call(manager).updateFolder({ zoneId: zone.id, folderId: other, name: 'Other' })
    expect(await call(manager).restore(chosen)).toEqual({ restored: 4 })
    expect(await files(ann, { folderId: b })).toEqual(['two'])
    await call(manager).remove(chosen)
    const clean = () => muster.db.asOwner('a test', tx => write(tx, removeDeleted))
    expect(await clean()).toBe(0)
    await muster.db.pool.query(
      `update folders set deleted_at = now() - interval '31 days' where zone_id = $1 and deleted_at is not null`,
      [zone.id],
    )
    const purged = await announced(clean)
    expect(purged).toEqual({ result: 2, topics: [`zone:${zone.id}`, 'admin'] })
    expect(await readCode(call(manager).restore(chosen))).toBe('DOCUMENT_NOT_FOUND')
  })

  it('returns to the top level if it would be nested too deep in its folder', async () => {
    const parent = await create('Parent')
    const child = await create('Child', parent)
    const grandchild = await create('Grandchild', child)
    await call(manager).remove({ zoneId: zone.id, folders: [child] })
    let deep: string | undefined
    for (let depth = 1; depth < limits.folderDepthMost; depth++) deep = await create(`Level ${depth}`, deep)
    await call(manager).move({ zoneId: zone.id, folders: [parent], ...(deep && { folderId: deep }) })
    expect(await call(manager).restore({ zoneId: zone.id, folders: [child] })).toEqual({ restored: 2 })
    expect(await folders(manager)).toEqual(['Child', 'Level 1'])
    expect(await folders(manager, { folderId: child })).toEqual(['Grandchild'])
    // A folder that fits returns to its place.
    await call(manager).remove({ zoneId: zone.id, folders: [grandchild] })
    await call(manager).restore({ zoneId: zone.id, folders: [grandchild] })
    expect(await folders(manager, { folderId: child })).toEqual(['Grandchild'])
  })

  it('returns to the top level if its own folder no longer exists', async () => {
    const a = await create('A')
    const { documentId } = await add('one.pdf', a)
    await call(manager).remove({ zoneId: zone.id, documents: [documentId] })
    await call(manager).remove({ zoneId: zone.id, folders: [a] })
    await call(manager).restore({ zoneId: zone.id, documents: [documentId] })
    expect(await files(manager)).toEqual(['one'])
  })
})

describe('required reading', () => {
  it('is requested of a group and confirmed, and the others are reminded', async () => {
    const { documentId } = await add('rules.pdf')
    const of = { zoneId: zone.id, documentId }
    // The file already exists, but nobody has to read it yet.
    expect(await readCode(call(ann).confirm(of))).toBe('NOT_A_READER')
    expect(await call(watcher).readers(of)).toMatchObject({ people: 0, confirmed: 0, readers: [] })
    expect(await readCode(call(manager).remind(of))).toBe('READING_NOT_ASKED')
    await call(manager).askReading({ ...of, ask: true, groupId })
    expect(await listAlerts(ann)).toEqual(['Please read: rules', 'New document: rules'])
    expect(await listAlerts(bob)).toEqual(['New document: rules'])
    const mine = async (who: TestUser) => (await call(who).files({ zoneId: zone.id })).rows[0]?.reading?.mine
    expect([await mine(ann), await mine(bob), await mine(manager)]).toEqual([
      'asked',
      'not asked',
      'not asked',
    ])
    expect(await readCode(call(bob).confirm(of))).toBe('NOT_A_READER')
    expect(await call(manager).remind(of)).toEqual({ people: 1 })
    expect(await readCode(call(manager).remind(of))).toBe('REMINDED_ALREADY')
    expect((await listAlerts(ann))[0]).toBe('Reminder, please read: rules')
    await call(ann).confirm(of)
    expect(await mine(ann)).toBe('confirmed')
    expect(await call(watcher).readers(of)).toMatchObject({ confirmed: 1, people: 1 })
    // A new version must be read again; a confirmation of the previous one, made offline, does not count for it.
    await add('rules.pdf')
    expect(await mine(ann)).toBe('asked')
    await call(ann).confirm({ ...of, version: 1, waitedMs: 3_600_000 })
    expect(await mine(ann)).toBe('asked')
    await call(ann).confirm({ ...of, version: 2 })
    expect(await mine(ann)).toBe('confirmed')
    await call(ann).confirm({ ...of, version: 1 })
    expect(await mine(ann)).toBe('confirmed')
    const asks = [1, 2, 3].map(() => call(manager).askReading({ ...of, ask: true }))
    expect(await Promise.all(asks)).toEqual([{ asked: true }, { asked: true }, { asked: true }])
  })
})

it('only an internal admin reads the folders and files of all zones, page by page', async () => {
  const mark = crypto.randomUUID().slice(0, 8)
  const other = await muster.make.zone()
  await muster.make.assign(manager, other, 'zone_manager_rw')
  const top = await create(`B ${mark}`)
  await create(`C ${mark} inner`, top)
  await call(manager).createFolder({ zoneId: other.id, name: `A ${mark}` })
  await add(`root ${mark}.pdf`)
  await add(`inner ${mark}.pdf`, top)
  const admin = await muster.make.user({ role: 'admin' })
  const folders = await call(admin).allFolders({ search: mark, limit: 2 })
  expect(folders.rows.map(it => [it.name, it.zoneId])).toEqual([
    [`A ${mark}`, other.id],
    [`B ${mark}`, zone.id],
  ])
  const rest = await call(admin).allFolders({ search: mark, limit: 2, cursor: folders.next ?? '' })
  expect(rest).toMatchObject({ rows: [{ name: `C ${mark} inner`, parentFolderId: top }], next: null })
  // Without a search, only the top level is listed.
  const { rows: beside } = await call(admin).allFolders({ limit: 100 })
  expect(beside.every(it => it.parentFolderId === null)).toBe(true)
  expect(beside.map(it => it.name)).toEqual(expect.arrayContaining([`A ${mark}`, `B ${mark}`]))
  const titles = (await call(admin).files({ sort: 'newest', limit: 100 })).rows
  expect(titles.map(it => it.title)).toContain(`root ${mark}`)
  expect(titles.map(it => it.title)).not.toContain(`inner ${mark}`)
  expect((await call(admin).files({ search: mark })).rows).toMatchObject([
    { title: `inner ${mark}`, zoneId: zone.id },
    { title: `root ${mark}` },
  ])
})

it('the top level of all zones is read in order from an index', async () => {
  const plan = async (query: string) =>
    muster.db.asOwner('a query plan', async tx => {
      // In such a small test database a full scan would always be cheapest.
      await sql`set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off`.execute(
        tx,
      )
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(query)}`.execute(tx)
      return rows.map(row => row['QUERY PLAN']).join('\n')
    })
  const id = `'00000000-0000-0000-0000-000000000000'`
  const folders = `select f.id from folders f join zones z on z.id = f.zone_id
    where f.deleted_at is null and f.parent_folder_id is null and (lower(f.name), f.id) > ('plans', ${id}) order by lower(f.name), f.id limit 51`
  const files = (after: string, order: string) =>
    `select d.id from documents d join zones z on z.id = d.zone_id
     where d.deleted_at is null and d.folder_id is null and ${after} order by ${order} limit 51`
  for (const [query, index] of [
    [folders, 'folders_top_by_name'],
    [files(`(lower(d.title), d.id) > ('plans', ${id})`, 'lower(d.title), d.id'), 'documents_top_by_name'],
    [files(`(d.updated_at, d.id) < (now(), ${id})`, 'd.updated_at desc, d.id desc'), 'documents_top_newest'],
    [files(`(d.file_size, d.id) < (900, ${id})`, 'd.file_size desc, d.id desc'), 'documents_top_largest'],
  ] as const) {
    const text = await plan(query)
    expect(text).toContain(index)
    expect(text).not.toContain('Sort')
  }
})

describe('confirmations', () => {
  const confirmations = async (documentId: string) =>
    (await call(watcher).readers({ zoneId: zone.id, documentId })).confirmations.map(
      ({ name, version, askedBy }) => [name, version, askedBy],
    )
  const logged = async (documentId: string) =>
    (
      await muster.db.pool.query(
        `select actor_id, metadata - 'zoneId' - 'documentId' as facts from security_events
         where event_type = 'required_reading_ended' and metadata ->> 'documentId' = $1 order by id`,
        [documentId],
      )
    ).rows

  it('stay with the version and the requester when reading is no longer required, and the security log names who ended it', async () => {
    const { documentId } = await add('rules.pdf')
    const of = { zoneId: zone.id, documentId }
    await call(manager).askReading({ ...of, ask: true })
    await call(ann).confirm(of)
    await call(manager).askReading({ ...of, ask: true })
    expect(await logged(documentId)).toEqual([])
    await call(manager).askReading({ ...of, ask: false })
    expect(await confirmations(documentId)).toEqual([['Ann Test', 1, 'Mia Test']])
    const facts = { title: 'rules', groupId: null, askedBy: manager.id }
    expect(await logged(documentId)).toEqual([{ actor_id: manager.id, facts }])
    // When it is required again, Ann has already read this version.
    await call(manager).askReading({ ...of, ask: true })
    expect(await call(watcher).readers(of)).toMatchObject({ confirmed: 1, people: 3 })
    expect((await call(ann).files({ zoneId: zone.id })).rows[0]?.reading?.mine).toBe('confirmed')
  })

  it('stay when the group that had to read is deleted, and the security log records it', async () => {
    const admin = await muster.make.user({ role: 'admin' })
    for (const deletes of [manager, admin]) {
      const { group } = await muster.call(manager).groups.create({
        zoneId: zone.id,
        requestId: crypto.randomUUID(),
        name: 'Crew',
        members: [ann.id],
      })
      const { documentId } = await add(`${deletes.id}.pdf`)
      await call(manager).askReading({ zoneId: zone.id, documentId, ask: true, groupId: group.id })
      await call(ann).confirm({ zoneId: zone.id, documentId })
      await muster.call(deletes).groups.remove({ groupId: group.id })
      expect(await confirmations(documentId)).toEqual([['Ann Test', 1, 'Mia Test']])
      expect(await logged(documentId)).toMatchObject([
        { actor_id: deletes.id, facts: { groupId: group.id, askedBy: manager.id } },
      ])
      expect((await call(ann).files({ zoneId: zone.id, search: deletes.id })).rows[0]?.reading).toBeNull()
    }
  })

  it('have no requester if they are older than the request, and are refused after it has ended', async () => {
    const { documentId } = await add('rules.pdf')
    const of = { zoneId: zone.id, documentId }
    await call(manager).askReading({ ...of, ask: true })
    await call(ann).confirm({ ...of, waitedMs: 3_600_000 })
    expect(await confirmations(documentId)).toEqual([['Ann Test', 1, null]])
    await call(manager).askReading({ ...of, ask: false })
    expect(await readCode(call(bob).confirm({ ...of, waitedMs: 1 }))).toBe('NOT_A_READER')
  })

  it('are refused to an internal admin who sees the file but is not a member of its zone', async () => {
    const admin = await muster.make.user({ role: 'super_admin', firstName: 'Sue' })
    const { documentId } = await add('rules.pdf')
    const of = { zoneId: zone.id, documentId }
    await call(manager).askReading({ ...of, ask: true })
    expect((await call(admin).files({ zoneId: zone.id })).rows[0]?.reading?.mine).toBe('not asked')
    expect(await readCode(call(admin).confirm(of))).toBe('NOT_A_READER')
    await muster.make.assign(admin, zone)
    expect((await call(admin).files({ zoneId: zone.id })).rows[0]?.reading?.mine).toBe('asked')
    await call(admin).confirm(of)
    expect((await call(manager).readers(of)).readers.filter(it => it.confirmedAt)).toMatchObject([
      { name: 'Sue Test' },
    ])
  })

  it('are refused for a version that does not exist yet', async () => {
    const { documentId } = await add('rules.pdf')
    const of = { zoneId: zone.id, documentId }
    await call(manager).askReading({ ...of, ask: true })
    for (const version of [2, 2_147_483_647])
      expect(await readCode(call(ann).confirm({ ...of, version }))).toBe('DOCUMENT_VERSION_UNKNOWN')
    expect(await confirmations(documentId)).toEqual([])
    await call(ann).confirm({ ...of, version: 1 })
    await call(bob).confirm(of)
    expect((await confirmations(documentId)).map(([, version]) => version)).toEqual([1, 1])
  })

  it('are stored only while the document is required reading', async () => {
    const { documentId } = await add('rules.pdf')
    const it = { documentId, userId: ann.id, version: 1, at: new Date(), late: false }
    const written = () =>
      muster.db.asActor({ userId: ann.id, sessionId: ann.sessionId }, tx => insertConfirmation(tx, it))
    expect(await written()).toBe(false)
    await call(manager).askReading({ zoneId: zone.id, documentId, ask: true })
    expect([await written(), await written()]).toEqual([true, true])
  })

  it('record in the security log that other people must now read', async () => {
    const { documentId } = await add('rules.pdf')
    const of = { zoneId: zone.id, documentId }
    await call(manager).askReading({ ...of, ask: true, groupId })
    await call(manager).askReading({ ...of, ask: true })
    const { rows } = await muster.db.pool.query(
      `select description, metadata -> 'groupId' as former, metadata -> 'newGroupId' as present from security_events
       where event_type = 'required_reading_ended' and metadata ->> 'documentId' = $1`,
      [documentId],
    )
    expect(rows).toEqual([
      { description: 'Other people are asked to read a file.', former: groupId, present: null },
    ])
  })

  it('keep the first time of each version, even if an earlier one arrives late', async () => {
    const { documentId } = await add('rules.pdf')
    const of = { zoneId: zone.id, documentId }
    await call(manager).askReading({ ...of, ask: true })
    const times = async () =>
      (await call(watcher).readers(of)).confirmations.map(it => [it.version, Date.parse(it.confirmedAt)])
    await call(ann).confirm(of)
    const first = await times()
    await call(ann).confirm(of)
    await call(ann).confirm({ ...of, version: 1, waitedMs: 3_600_000 })
    expect(await times()).toEqual(first)
    await add('rules.pdf')
    await call(ann).confirm({ ...of, version: 2, waitedMs: 60_000 })
    const both = await times()
    expect(both).toEqual([[2, expect.any(Number)], ...first])
    await call(ann).confirm({ ...of, version: 1, waitedMs: 7_200_000 })
    expect(await times()).toEqual(both)
  })

  it('are deleted with the person and the document, and lose the name of a deleted requester', async () => {
    const { documentId } = await add('rules.pdf')
    const of = { zoneId: zone.id, documentId }
    await call(manager).askReading({ ...of, ask: true })
    for (const who of [ann, bob]) await call(who).confirm(of)
    const remove = (who: TestUser) => muster.db.pool.query('delete from auth.users where id = $1', [who.id])
    await remove(bob)
    expect(await confirmations(documentId)).toEqual([['Ann Test', 1, 'Mia Test']])
    await remove(manager)
    expect(await confirmations(documentId)).toEqual([['Ann Test', 1, null]])
    await muster.db.pool.query('delete from documents where id = $1', [documentId])
    const { rows } = await muster.db.pool.query('select from document_confirmations where document_id = $1', [
      documentId,
    ])
    expect(rows).toEqual([])
  })
})

it("open screens are notified when a group or account named by a zone's files is deleted", async () => {
  const { documentId } = await add('rules.pdf')
  await call(manager).askReading({ zoneId: zone.id, documentId, ask: true, groupId })
  const topics = [`zone:${zone.id}`, 'admin']
  expect((await announced(() => muster.call(manager).groups.remove({ groupId }))).topics).toEqual(topics)
  const admin = await muster.make.user({ role: 'super_admin' })
  const remove = () => muster.call(admin).accounts.remove({ userId: manager.id })
  expect((await announced(remove)).topics).toEqual(topics)
})

it('the files of a zone are counted', async () => {
  await add('a.pdf')
  await add('a.pdf')
  expect(await call(ann).usage({ zoneId: zone.id })).toMatchObject({ files: 1, used: 200 })
})

it('the files of a zone stay within the quota, even when many arrive at once', async () => {
  const names = ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf']
  const ids = await Promise.all(names.map(name => uploaded(name, manager, 2_000_000_000)))
  const codes = await Promise.all(
    ids.map(fileId => readCode(call(manager).add({ zoneId: zone.id, fileId, title: 'Large' }))),
  )
  expect(codes.filter(code => code === 'QUOTA_FULL')).toHaveLength(2)
  const usage = await call(manager).usage({ zoneId: zone.id })
  expect(usage).toMatchObject({ files: 2, used: 4_000_000_000, quota: 5_000 * 1024 * 1024 })
})
