import { expect, it } from 'vitest'
import { createId, insertMessages } from '../app/testing/access-table/traces.ts'
import { readCode } from '../testing/caller.ts'
import { testServices } from '../testing/test-services.ts'
import { migrate } from './migrate.ts'

const server = testServices()

it('lists the files that were lost earlier and lets people remove them', async () => {
  const { db, make, call } = server
  const [zone, person] = [await make.zone(), await make.user({ role: 'zone_manager_rw' })]
  await make.assign(person, zone, 'zone_manager_rw')
  await insertMessages(db, person, zone.id, person)
  const [documentId, groupId, messageId] = [
    createId('document', person.id),
    createId('group', person.id),
    createId('message', person.id),
  ]
  // Restores the state before the migration: a nightly job has deleted the files, but the rows that refer to them remain.
  await db.pool.query(`
    alter table documents drop constraint documents_file, alter column file_url set not null;
    alter table document_versions drop constraint document_versions_file, alter column file_url set not null;
    alter table group_files drop constraint group_files_file, alter column file_url set not null;
    drop index documents_file, document_versions_file, group_files_file;
    update group_messages m set file_url = f.file_url, file_name = 'photo.webp', created_at = now() - interval '3 days'
      from group_files f where f.message_id = m.id;
    delete from stored_files where group_id is not null or document_id is not null;
    insert into stored_files (request_id, path, name, media_type, size_bytes) values (uuid_v7(), 'documents/kept.txt', 'x', 'text/plain', 1);
    insert into documents (title, file_name, file_url, file_size, file_type, zone_id)
      values ('kept', 'kept.txt', 'documents/kept.txt', 1, 'text/plain', '${zone.id}');
    update stored_files set document_id = (select id from documents where title = 'kept') where path = 'documents/kept.txt';
    delete from schema_migrations where version = 64`)
  const { rows: rowsBefore } = await db.pool.query('select updated_at from documents where id = $1', [
    documentId,
  ])
  expect((await migrate(server.databaseUrl)).applied).toEqual(['0064-keep-named-files.sql'])

  const { rows: documents } = await call(person).documents.files({ zoneId: zone.id, everywhere: true })
  expect(documents.map(({ title, file }) => [title, file.isLost])).toEqual([
    ['kept', undefined],
    ['x', true],
  ])
  expect(documents[1]?.updatedAt).toBe(rowsBefore[0].updated_at.toISOString())
  expect(await readCode(call(person).documents.fileLink({ zoneId: zone.id, documentId }))).toBe(
    'FILE_NOT_FOUND',
  )
  const { versions } = await call(person).documents.versions({ zoneId: zone.id, documentId })
  expect(versions.map(({ file }) => file.isLost)).toEqual([true])
  const sharedFiles = await call(person).groupMessages.files({ groupId })
  expect(sharedFiles.rows.map(({ file }) => [file.name, file.isLost])).toEqual([['x', true]])
  const { rows: messages } = await call(person).groupMessages.list({ groupId })
  expect(messages.map(({ file }) => [file?.name, file?.isLost])).toEqual([['photo.webp', true]])

  await call(person).documents.remove({ zoneId: zone.id, documents: [documentId] })
  // The message is older than the 15 minutes for which it can be edited, but can still be removed.
  await call(person).groupMessages.remove({ groupId, messageId })
  expect((await call(person).documents.files({ zoneId: zone.id, everywhere: true })).rows).toHaveLength(1)
  expect((await call(person).groupMessages.files({ groupId })).rows).toEqual([])
})

it('refuses to delete a file that a document, an old version or a conversation refers to', async () => {
  const { db, make } = server
  const [zone, person] = [await make.zone(), await make.user()]
  await make.assign(person, zone)
  await insertMessages(db, person, zone.id, person)
  for (const column of ['group_id', 'document_id'])
    await expect(
      db.pool.query(
        `delete from stored_files where ${column} is not null and id in (
        select id from stored_files where uploaded_by = $1 or document_id = $2)`,
        [person.id, createId('document', person.id)],
      ),
    ).rejects.toThrow('violates foreign key constraint')
})
