import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { testServices } from '../../testing/test-services.ts'
import { testWorld } from '../../testing/test-world.ts'

// Calls take a file's id and never its path, so these tests check what row-level security allows for a path.

const muster = testServices()
const { zone, ann } = testWorld(muster, { ann: 'zone_manager_rw' }, { once: true })
let groupId: string
let hazardId: string
let documentId: string
let lostFileId: string
const foreignPath = 'group-files/foreign.pdf'
const ownPath = 'documents/own.pdf'

beforeAll(async () => {
  const { make, call, db } = muster
  const bob = await make.user()
  await make.assign(bob, zone, 'zone_manager_rw')
  const { group } = await call(ann).groups.create({
    zoneId: zone.id,
    requestId: crypto.randomUUID(),
    name: 'Keys',
    members: [ann.id],
  })
  groupId = group.id
  ;({ hazardId } = await call(ann).hazards.report({
    zoneId: zone.id,
    requestId: crypto.randomUUID(),
    title: 'Leaking valve',
    description: 'Oil at the second pump',
    position: null,
  }))
  for (const [path, who] of [
    [foreignPath, bob],
    [ownPath, ann],
  ] as const)
    await db.pool.query(
      `insert into stored_files (request_id, path, name, media_type, size_bytes, uploaded_by)
        values (gen_random_uuid(), $1, 'x.pdf', 'application/pdf', 1, $2)`,
      [path, who.id],
    )
  const { rows } = await db.pool.query(`select id from stored_files where path = $1`, [ownPath])
  ;({ documentId } = await call(ann).documents.add({ zoneId: zone.id, fileId: rows[0].id, title: 'x' }))
  const missingFiles = await db.pool.query(
    `insert into documents (title, file_name, file_url, file_size, file_type, uploaded_by, zone_id)
      values ('lost', 'lost.pdf', null, 1, 'x', $1, $2) returning id`,
    [ann.id, zone.id],
  )
  lostFileId = missingFiles.rows[0].id
})

const insertFile = (path: string) => sql`
  insert into stored_files (request_id, path, name, media_type, size_bytes, uploaded_by)
  values (gen_random_uuid(), ${path}, 'x', 'x', 1, ${ann.id})`
const statementsByTarget = {
  'a message': (path: string) => sql`
    insert into group_messages (group_id, request_id, sender_id, message_text, file_url, file_name)
    values (${groupId}, gen_random_uuid(), ${ann.id}, '', ${path}, 'x')`,
  'a broadcast': (path: string) => sql`
    insert into broadcasts (request_id, title, message, sender_id, zone_id, media_url)
    values (gen_random_uuid(), 'x', 'x', ${ann.id}, ${zone.id}, ${path})`,
  'a document': (path: string) => sql`
    insert into documents (title, file_name, file_url, file_size, file_type, uploaded_by, zone_id)
    values ('x', 'other.pdf', ${path}, 1, 'x', ${ann.id}, ${zone.id})`,
  'a version': (path: string) => sql`
    insert into document_versions (document_id, version, file_name, file_url, file_size, file_type, uploaded_by)
    values (${documentId}, 2, 'x', ${path}, 1, 'x', ${ann.id})`,
  'a changed document': (path: string) => sql`
    update documents set title = 'y', file_url = ${path} where id = ${documentId}`,
}

/** Runs a statement as Ann and rolls it back; returns the error code, or undefined if the statement was allowed. */
const runAsAnn = (statement: ReturnType<typeof insertFile>) =>
  muster.db
    .asActor({ userId: ann.id, sessionId: ann.sessionId }, async tx => {
      await statement.execute(tx)
      throw new Error('done')
    })
    .catch(({ code, message }: { code?: string; message: string }) => (message === 'done' ? undefined : code))

it.each(Object.entries(statementsByTarget))(
  '%s may reference only the actor’s own upload',
  async (_, write) => {
    expect(await runAsAnn(write(ownPath))).toBeUndefined()
    expect(await runAsAnn(write(foreignPath))).toBe('42501')
    expect(await runAsAnn(write('avatars/somebody/photo.webp'))).toBe('42501')
  },
)

it('a document whose file was lost can be renamed, but not pointed at another file', async () => {
  expect(await runAsAnn(sql`update documents set title = 'y' where id = ${lostFileId}`)).toBeUndefined()
  for (const path of [ownPath, foreignPath])
    expect(await runAsAnn(sql`update documents set file_url = ${path} where id = ${lostFileId}`)).toBe(
      '42501',
    )
})

it('a hazard shows only its own files', async () => {
  for (const path of [ownPath, foreignPath])
    expect(await runAsAnn(sql`update hazards set photo_urls = array[${path}] where id = ${hazardId}`)).toBe(
      '42501',
    )
})

it('an upload path cannot point at someone else’s photo, report or archive', async () => {
  expect(await runAsAnn(insertFile(`hazard-attachments/${hazardId}/1-a.webp`))).toBeUndefined()
  expect(await runAsAnn(insertFile('documents/1-a.pdf'))).toBeUndefined()
  for (const path of [
    'avatars/0192f0c0-0000-7000-8000-000000000101/profile.webp',
    'reports/1.pdf',
    'documents/../downloads/1.zip',
    'documents/1-a.thumb.webp',
  ])
    expect(await runAsAnn(insertFile(path))).toBe('42501')
})
