import { limits } from '@muster/domain/limits.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { write } from '../../live/write.ts'
import { readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { removeDeleted } from './documents.feature.ts'
import { nightShift, prepareDocuments } from './testing/prepare-documents.ts'

const {
  muster,
  zone,
  manager,
  watcher,
  ann,
  bob,
  documentsAs,
  recordTopics,
  uploadFile,
  addDocument,
  listAlerts,
} = prepareDocuments()

const createFolder = async (name: string, folderId?: string, who = manager) =>
  (await documentsAs(who).createFolder({ zoneId: zone.id, name, ...(folderId && { folderId }) })).folderId

const listFolderNames = async (who: TestUser, filter: object = {}) =>
  (await documentsAs(who).folders({ zoneId: zone.id, ...filter })).folders.map(it => it.name)

const listTitles = async (who: TestUser, filter: object = {}) =>
  (await documentsAs(who).files({ zoneId: zone.id, ...filter })).rows.map(it => it.title)

describe('folders', () => {
  it('can be created, renamed and found with permission, each name once per place', async () => {
    const plansFolderId = await createFolder('Plans')
    await createFolder('Old', plansFolderId)
    expect(await readCode(createFolder('plans'))).toBe('FOLDER_NAME_TAKEN')
    expect(await createFolder('Old')).toBeTruthy()
    expect(await listFolderNames(ann)).toEqual(['Old', 'Plans'])
    const { folders: subfolders, path } = await documentsAs(ann).folders({
      zoneId: zone.id,
      folderId: plansFolderId,
    })
    expect([subfolders.map(it => it.name), path.map(it => it.name)]).toEqual([['Old'], ['Plans']])
    expect(await listFolderNames(ann, { search: 'OL' })).toEqual(['Old', 'Old'])
    const folderChange = { zoneId: zone.id, folderId: plansFolderId, description: 'All of them' }
    expect(await readCode(documentsAs(manager).updateFolder({ ...folderChange, name: 'old' }))).toBe(
      'FOLDER_NAME_TAKEN',
    )
    await documentsAs(manager).updateFolder({ ...folderChange, name: 'Drawings' })
    expect(await listFolderNames(ann)).toEqual(['Drawings', 'Old'])
  })

  it('restricted to a group are visible, with everything in them, to its members and the people who manage the zone', async () => {
    const secretFolderId = await createFolder('Keys')
    const innerFolderId = await createFolder('Codes', secretFolderId)
    await addDocument('gate.pdf', innerFolderId)
    const linkGroup = () =>
      documentsAs(manager).linkGroup({ zoneId: zone.id, folderId: secretFolderId, groupId: nightShift.id })
    await linkGroup()
    expect(await readCode(linkGroup())).toBe('GROUP_LINKED')
    for (const who of [manager, watcher, ann]) {
      expect(await listFolderNames(who)).toEqual(['Keys'])
      expect(await listTitles(who, { folderId: innerFolderId })).toEqual(['gate'])
    }
    expect(await listFolderNames(bob)).toEqual([])
    expect(await listFolderNames(bob, { search: 'codes' })).toEqual([])
    expect(await listTitles(bob, { everywhere: true })).toEqual([])
    expect(await readCode(documentsAs(bob).files({ zoneId: zone.id, folderId: innerFolderId }))).toBe(
      'FOLDER_NOT_FOUND',
    )
    expect(await listFolderNames(ann, { groupId: nightShift.id })).toEqual(['Keys'])
    await documentsAs(manager).unlinkGroup({
      zoneId: zone.id,
      folderId: secretFolderId,
      groupId: nightShift.id,
    })
    expect(await listTitles(bob, { folderId: innerFolderId })).toEqual(['gate'])
  })

  it('stay restricted when their group is deleted, until somebody opens them to everybody', async () => {
    const folderId = await createFolder('Keys')
    await documentsAs(manager).linkGroup({ zoneId: zone.id, folderId, groupId: nightShift.id })
    await muster.call(manager).groups.remove({ groupId: nightShift.id })
    const { folders: remainingFolders } = await documentsAs(manager).folders({ zoneId: zone.id })
    expect(remainingFolders).toMatchObject([{ name: 'Keys', forGroups: true, groups: [] }])
    expect([await listFolderNames(ann), await listFolderNames(bob)]).toEqual([[], []])
    await addDocument('gate.pdf', folderId)
    expect(await listAlerts(bob)).toEqual([])
    await documentsAs(manager).openFolder({ zoneId: zone.id, folderId })
    expect(await listFolderNames(bob)).toEqual(['Keys'])
  })

  it('linked and unlinked concurrently are open to everybody only if no link remains', async () => {
    const createGroup = async () =>
      (
        await muster
          .call(manager)
          .groups.create({ zoneId: zone.id, requestId: crypto.randomUUID(), name: 'G' })
      ).group.id
    for (let round = 0; round < 8; round++) {
      const [firstGroupId, otherGroupId, folderId] = [
        await createGroup(),
        await createGroup(),
        await createFolder(`Keys ${round}`),
      ]
      const target = { zoneId: zone.id, folderId }
      await documentsAs(manager).linkGroup({ ...target, groupId: firstGroupId })
      await Promise.all([
        documentsAs(manager).unlinkGroup({ ...target, groupId: firstGroupId }),
        documentsAs(manager).linkGroup({ ...target, groupId: otherGroupId }),
      ])
    }
    expect(await listFolderNames(bob)).toEqual([])
  })

  it('can be moved, but not into themselves', async () => {
    const [folderAId, folderBId] = [await createFolder('A'), await createFolder('B')]
    const folderCId = await createFolder('C', folderAId)
    const moveFolders = (ids: string[], folderId?: string) =>
      documentsAs(manager).move({ zoneId: zone.id, folders: ids, ...(folderId && { folderId }) })
    expect(await readCode(moveFolders([folderAId], folderCId))).toBe('FOLDER_MOVE_INVALID')
    expect(await readCode(moveFolders([folderAId], folderAId))).toBe('FOLDER_MOVE_INVALID')
    expect(await moveFolders([folderAId], folderBId)).toEqual({ moved: 1 })
    expect(await listFolderNames(manager)).toEqual(['B'])
    expect(await moveFolders([folderCId])).toEqual({ moved: 1 })
    expect(await listFolderNames(manager)).toEqual(['B', 'C'])
    expect(await readCode(moveFolders([crypto.randomUUID()]))).toBe('DOCUMENT_NOT_FOUND')
  })
})

describe('files', () => {
  it('become versions of one document when name and place are the same, and an old one can be restored', async () => {
    const { documentId } = await addDocument('plan.pdf')
    expect(await addDocument('Plan.pdf')).toEqual({ documentId, version: 2 })
    expect(await listTitles(ann)).toEqual(['plan'])
    const target = { zoneId: zone.id, documentId }
    expect((await documentsAs(ann).versions(target)).versions.map(it => it.version)).toEqual([2, 1])
    expect(await documentsAs(manager).restoreVersion({ ...target, version: 1 })).toEqual({ version: 3 })
    const { versions } = await documentsAs(ann).versions(target)
    expect(versions.map(it => [it.version, it.file.name])).toEqual([
      [3, 'plan.pdf'],
      [2, 'Plan.pdf'],
      [1, 'plan.pdf'],
    ])
    expect(await readCode(documentsAs(manager).restoreVersion({ ...target, version: 9 }))).toBe(
      'DOCUMENT_NOT_FOUND',
    )
  })

  it('take a title typed for a newer version, and keep theirs if only the default title is sent', async () => {
    const { documentId } = await addDocument('handbook.pdf')
    const addVersion = async (title: string) =>
      documentsAs(manager).add({ zoneId: zone.id, fileId: await uploadFile('handbook.pdf'), title })
    expect(await addVersion('Handbook 2026')).toEqual({ documentId, version: 2 })
    expect(await listTitles(ann)).toEqual(['Handbook 2026'])
    expect(await addVersion('handbook')).toEqual({ documentId, version: 3 })
    expect(await listTitles(ann)).toEqual(['Handbook 2026'])
  })

  it('restored twice concurrently become two versions', async () => {
    const { documentId } = await addDocument('plan.pdf')
    await addDocument('plan.pdf')
    const restoreFirstVersion = () =>
      documentsAs(manager).restoreVersion({ zoneId: zone.id, documentId, version: 1 })
    const versionNumbers = (
      await Promise.all([restoreFirstVersion(), restoreFirstVersion(), restoreFirstVersion()])
    ).map(it => it.version)
    expect(versionNumbers.toSorted()).toEqual([3, 4, 5])
  })

  it('are added once, by their uploader', async () => {
    const fileId = await uploadFile('a.pdf')
    const addUpload = (who: TestUser) => documentsAs(who).add({ zoneId: zone.id, fileId, title: 'A' })
    const otherUser = await muster.make.user()
    await muster.make.assign(otherUser, zone, 'zone_manager_rw')
    expect(await readCode(addUpload(otherUser))).toBe('FILE_NOT_FOUND')
    const document = await addUpload(manager)
    expect(await addUpload(manager)).toEqual(document)
  })

  it('are listed in the requested order, page by page', async () => {
    for (const name of ['b.pdf', 'A.pdf', 'c.pdf']) await addDocument(name)
    const firstPage = await documentsAs(ann).files({ zoneId: zone.id, limit: 2 })
    const nextPage = await documentsAs(ann).files({ zoneId: zone.id, limit: 2, cursor: firstPage.next ?? '' })
    expect([...firstPage.rows, ...nextPage.rows].map(it => it.title)).toEqual(['A', 'b', 'c'])
    expect(await listTitles(ann, { sort: 'newest' })).toEqual(['c', 'A', 'b'])
  })

  it('alert the people who see them when they are added, at most once in a while', async () => {
    await addDocument('a.pdf')
    await addDocument('b.pdf')
    expect(await listAlerts(ann)).toEqual(['New document: a'])
    expect(await listAlerts(manager)).toEqual([])
  })
})

describe('a deleted selection', () => {
  it('previews its contents, disappears for everybody, and can be restored whole for 30 days', async () => {
    const folderAId = await createFolder('A')
    const folderBId = await createFolder('B', folderAId)
    await addDocument('one.pdf', folderAId)
    await addDocument('two.pdf', folderBId)
    const selection = { zoneId: zone.id, folders: [folderAId] }
    expect(await documentsAs(manager).removal(selection)).toEqual({ folders: 2, documents: 2 })
    expect(await documentsAs(manager).remove(selection)).toEqual({ removed: 4 })
    expect(await listFolderNames(ann)).toEqual([])
    expect(await listFolderNames(ann, { deleted: true })).toEqual([])
    expect(await listFolderNames(manager, { deleted: true })).toEqual(['A'])
    expect(await readCode(documentsAs(manager).remove(selection))).toBe('DOCUMENT_NOT_FOUND')
    // The name can be reused in the meantime, which then blocks the restore.
    const otherFolderId = await createFolder('A')
    expect(await readCode(documentsAs(manager).restore(selection))).toBe('FOLDER_NAME_TAKEN')
    await documentsAs(manager).updateFolder({ zoneId: zone.id, folderId: otherFolderId, name: 'Other' })
    expect(await documentsAs(manager).restore(selection)).toEqual({ restored: 4 })
    expect(await listTitles(ann, { folderId: folderBId })).toEqual(['two'])
    await documentsAs(manager).remove(selection)
    const purge = () => muster.db.asOwner('a test', tx => write(tx, removeDeleted))
    expect(await purge()).toBe(0)
    await muster.db.pool.query(
      `update folders set deleted_at = now() - interval '31 days' where zone_id = $1 and deleted_at is not null`,
      [zone.id],
    )
    const purgeResult = await recordTopics(purge)
    expect(purgeResult).toEqual({ result: 2, topics: [`zone:${zone.id}`, 'admin'] })
    expect(await readCode(documentsAs(manager).restore(selection))).toBe('DOCUMENT_NOT_FOUND')
  })

  it('returns to the top level if it would be nested too deep in its folder', async () => {
    const parentId = await createFolder('Parent')
    const childId = await createFolder('Child', parentId)
    const grandchildId = await createFolder('Grandchild', childId)
    await documentsAs(manager).remove({ zoneId: zone.id, folders: [childId] })
    let deepestFolderId: string | undefined
    for (let depth = 1; depth < limits.folderDepthMost; depth++)
      deepestFolderId = await createFolder(`Level ${depth}`, deepestFolderId)
    await documentsAs(manager).move({
      zoneId: zone.id,
      folders: [parentId],
      ...(deepestFolderId && { folderId: deepestFolderId }),
    })
    expect(await documentsAs(manager).restore({ zoneId: zone.id, folders: [childId] })).toEqual({
      restored: 2,
    })
    expect(await listFolderNames(manager)).toEqual(['Child', 'Level 1'])
    expect(await listFolderNames(manager, { folderId: childId })).toEqual(['Grandchild'])
    // A folder that still fits returns to its parent folder.
    await documentsAs(manager).remove({ zoneId: zone.id, folders: [grandchildId] })
    await documentsAs(manager).restore({ zoneId: zone.id, folders: [grandchildId] })
    expect(await listFolderNames(manager, { folderId: childId })).toEqual(['Grandchild'])
  })

  it('returns to the top level if its own folder no longer exists', async () => {
    const folderAId = await createFolder('A')
    const { documentId } = await addDocument('one.pdf', folderAId)
    await documentsAs(manager).remove({ zoneId: zone.id, documents: [documentId] })
    await documentsAs(manager).remove({ zoneId: zone.id, folders: [folderAId] })
    await documentsAs(manager).restore({ zoneId: zone.id, documents: [documentId] })
    expect(await listTitles(manager)).toEqual(['one'])
  })
})

it('only an internal admin reads the folders and files of all zones, page by page', async () => {
  const uniqueSuffix = crypto.randomUUID().slice(0, 8)
  const otherZone = await muster.make.zone()
  await muster.make.assign(manager, otherZone, 'zone_manager_rw')
  const topFolderId = await createFolder(`B ${uniqueSuffix}`)
  await createFolder(`C ${uniqueSuffix} inner`, topFolderId)
  await documentsAs(manager).createFolder({ zoneId: otherZone.id, name: `A ${uniqueSuffix}` })
  await addDocument(`root ${uniqueSuffix}.pdf`)
  await addDocument(`inner ${uniqueSuffix}.pdf`, topFolderId)
  const admin = await muster.make.user({ role: 'admin' })
  const folderPage = await documentsAs(admin).allFolders({ search: uniqueSuffix, limit: 2 })
  expect(folderPage.rows.map(it => [it.name, it.zoneId])).toEqual([
    [`A ${uniqueSuffix}`, otherZone.id],
    [`B ${uniqueSuffix}`, zone.id],
  ])
  const nextPage = await documentsAs(admin).allFolders({
    search: uniqueSuffix,
    limit: 2,
    cursor: folderPage.next ?? '',
  })
  expect(nextPage).toMatchObject({
    rows: [{ name: `C ${uniqueSuffix} inner`, parentFolderId: topFolderId }],
    next: null,
  })
  // Without a search, only the top level is listed.
  const { rows: rootFolders } = await documentsAs(admin).allFolders({ limit: 100 })
  expect(rootFolders.every(it => it.parentFolderId === null)).toBe(true)
  expect(rootFolders.map(it => it.name)).toEqual(
    expect.arrayContaining([`A ${uniqueSuffix}`, `B ${uniqueSuffix}`]),
  )
  const newestDocuments = (await documentsAs(admin).files({ sort: 'newest', limit: 100 })).rows
  expect(newestDocuments.map(it => it.title)).toContain(`root ${uniqueSuffix}`)
  expect(newestDocuments.map(it => it.title)).not.toContain(`inner ${uniqueSuffix}`)
  expect((await documentsAs(admin).files({ search: uniqueSuffix })).rows).toMatchObject([
    { title: `inner ${uniqueSuffix}`, zoneId: zone.id },
    { title: `root ${uniqueSuffix}` },
  ])
})

it('the top level of all zones is read in order from an index', async () => {
  const explainQuery = async (query: string) =>
    muster.db.asOwner('a query plan', async tx => {
      // In such a small test database a full scan would always be cheapest.
      await sql`set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off`.execute(
        tx,
      )
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(query)}`.execute(tx)
      return rows.map(row => row['QUERY PLAN']).join('\n')
    })
  const id = `'00000000-0000-0000-0000-000000000000'`
  const foldersQuery = `select f.id from folders f join zones z on z.id = f.zone_id
    where f.deleted_at is null and f.parent_folder_id is null and (lower(f.name), f.id) > ('plans', ${id}) order by lower(f.name), f.id limit 51`
  const createFilesQuery = (after: string, order: string) =>
    `select d.id from documents d join zones z on z.id = d.zone_id
     where d.deleted_at is null and d.folder_id is null and ${after} order by ${order} limit 51`
  for (const [query, index] of [
    [foldersQuery, 'folders_top_by_name'],
    [
      createFilesQuery(`(lower(d.title), d.id) > ('plans', ${id})`, 'lower(d.title), d.id'),
      'documents_top_by_name',
    ],
    [
      createFilesQuery(`(d.updated_at, d.id) < (now(), ${id})`, 'd.updated_at desc, d.id desc'),
      'documents_top_newest',
    ],
    [
      createFilesQuery(`(d.file_size, d.id) < (900, ${id})`, 'd.file_size desc, d.id desc'),
      'documents_top_largest',
    ],
  ] as const) {
    const queryPlan = await explainQuery(query)
    expect(queryPlan).toContain(index)
    expect(queryPlan).not.toContain('Sort')
  }
})

it('the files of a zone are counted', async () => {
  await addDocument('a.pdf')
  await addDocument('a.pdf')
  expect(await documentsAs(ann).usage({ zoneId: zone.id })).toMatchObject({ files: 1, used: 200 })
})

it('the files of a zone stay within the quota, even when many arrive at once', async () => {
  const names = ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf']
  const ids = await Promise.all(names.map(name => uploadFile(name, manager, 2_000_000_000)))
  const codes = await Promise.all(
    ids.map(fileId => readCode(documentsAs(manager).add({ zoneId: zone.id, fileId, title: 'Large' }))),
  )
  expect(codes.filter(code => code === 'QUOTA_FULL')).toHaveLength(2)
  const usage = await documentsAs(manager).usage({ zoneId: zone.id })
  expect(usage).toMatchObject({ files: 2, used: 4_000_000_000, quota: 5_000 * 1024 * 1024 })
})
