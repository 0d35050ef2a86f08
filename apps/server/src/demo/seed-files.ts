import { DAY_MS } from '@muster/domain/time-units.ts'
import { v7 as uuidV7 } from 'uuid'
import { documentAdded, readingAsked } from '../features/documents/index.ts'
import type { FileStorage } from '../lib/file-storage.ts'
import type { WriteContext } from '../live/write.ts'
import { type DemoFile, type DemoFolder, demoFolders } from './demo-files.ts'

type World = {
  readonly people: ReadonlyMap<string, string>
  readonly zones: ReadonlyMap<string, string>
  readonly now: number
}

type Folder = { readonly id: string; readonly name: string }

/** Adds the demo's folders to the yard, with generated files. One of them must be read and has not been read by everybody. */
export async function seedFiles(
  its: WriteContext,
  world: World,
  files: Pick<FileStorage, 'put'>,
): Promise<void> {
  for (const folder of demoFolders) await insertFolder(its, world, folder, null, files)
}

const findIdIn = (ids: ReadonlyMap<string, string>, key: string): string => {
  const id = ids.get(key)
  if (!id) throw new Error(`The demo knows no ${key}`)
  return id
}

async function insertFolder(
  its: WriteContext,
  world: World,
  it: DemoFolder,
  parentId: string | null,
  files: Pick<FileStorage, 'put'>,
): Promise<void> {
  const { tx } = its
  const zoneId = findIdIn(world.zones, 'yard')
  const managerId = findIdIn(world.people, 'manager')
  const { id } = await tx
    .insertInto('folders')
    .values({
      zone_id: zoneId,
      parent_folder_id: parentId,
      name: it.name,
      description: it.description,
      created_by: managerId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (it.group) {
    const group = await tx
      .selectFrom('groups')
      .select('id')
      .where('name', '=', it.group)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('folder_group_links')
      .values({ folder_id: id, group_id: group.id, created_by: managerId })
      .execute()
  }
  for (const file of it.files)
    await insertDocument(its, world, { file, folder: { id, name: it.name }, zoneId, by: managerId }, files)
  for (const folder of it.folders ?? []) await insertFolder(its, world, folder, id, files)
}

async function insertDocument(
  { tx, alert }: WriteContext,
  world: World,
  { file, folder, zoneId, by }: { file: DemoFile; folder: Folder; zoneId: string; by: string },
  files: Pick<FileStorage, 'put'>,
): Promise<void> {
  const at = new Date(world.now - file.daysAgo * DAY_MS)
  const isPdf = file.name.endsWith('.pdf')
  const content = isPdf ? createPdf(file.lines) : Buffer.from(`${file.lines.join('\n')}\n`)
  const path = `documents/${at.getTime()}-${file.name}`
  const fileDetails = {
    file_name: file.name,
    file_url: path,
    file_size: content.length,
    file_type: isPdf ? 'application/pdf' : 'text/plain',
    uploaded_by: by,
    created_at: at,
  }
  await files.put(path, content)
  await tx
    .insertInto('stored_files')
    .values({
      request_id: uuidV7(),
      path,
      name: file.name,
      media_type: fileDetails.file_type,
      size_bytes: content.length,
      has_thumbnail: false,
      uploaded_by: by,
      created_at: at,
    })
    .execute()
  const { id } = await tx
    .insertInto('documents')
    .values({ ...fileDetails, title: file.title, zone_id: zoneId, folder_id: folder.id, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('document_versions')
    .values({ ...fileDetails, document_id: id, version: 1 })
    .execute()
  await tx.updateTable('stored_files').set({ document_id: id }).where('path', '=', path).execute()
  const document = { id, zoneId, folderId: folder.id, title: file.title, version: 1, uploadedBy: by }
  alert(documentAdded(document, folder.name))
  if (!file.readBy) return
  alert(readingAsked(document))
  await tx
    .insertInto('document_readings')
    .values({ document_id: id, zone_id: zoneId, asked_by: by, created_at: at })
    .execute()
  await tx
    .insertInto('document_confirmations')
    .values(
      file.readBy.map(key => ({
        document_id: id,
        user_id: findIdIn(world.people, key),
        version: 1,
        confirmed_at: at,
        asked_by: by,
      })),
    )
    .execute()
}

/** Returns a minimal one-page PDF that contains these lines. */
function createPdf(lines: readonly string[]): Buffer {
  const escapePdfText = (line: string) => line.replace(/[\\()]/g, '\\$&')
  const text = `BT /F1 14 Tf 60 780 Td 22 TL ${lines.map(line => `(${escapePdfText(line)}) Tj T*`).join(' ')} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let pdf = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = pdf.length
    pdf += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const xrefTable = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${xrefTable}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`
  return Buffer.from(pdf, 'latin1')
}
