import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSignedLinks } from '../../lib/signed-links.ts'
import { readZip } from '../../lib/testing/read-zip.ts'
import type { TestUser, TestZone } from '../../testing/factories.ts'
import {
  animatedGif,
  createOfficeFile,
  hugePng,
  pdf,
  photoWithPosition,
  png,
} from '../files/testing/crafted-files.ts'
import { type Content, createUploadWorld, type UploadWorld } from '../files/testing/upload-world.ts'

let world: UploadWorld
let zone: TestZone
let manager: TestUser
let ann: TestUser
let bob: TestUser
let groupId: string
let folderId: string

beforeAll(async () => {
  world = await createUploadWorld()
})
afterAll(() => world.stop())

/** Creates a zone with a folder for a group whose only member is Ann. */
beforeEach(async () => {
  ;({ zone, manager, ann, bob } = await world.zoneOfPeople())
  const { groups, documents } = world.call(manager)
  const group = await groups.create({
    zoneId: zone.id,
    requestId: crypto.randomUUID(),
    name: 'Keys',
    members: [ann.id],
  })
  groupId = group.group.id
  ;({ folderId } = await documents.createFolder({ zoneId: zone.id, name: 'Codes' }))
  await documents.linkGroup({ zoneId: zone.id, folderId, groupId })
})

const upload = (who: TestUser, path: string, name: string, content: Content = pdf(name)) => {
  const query = new URLSearchParams({ zoneId: zone.id, requestId: crypto.randomUUID(), name })
  return world.send(who, `/upload/${path}?${query}`, content, 'application/octet-stream')
}
async function addDocument(name: string, targetFolderId: string | undefined = folderId, content?: Content) {
  const { body } = await upload(manager, 'documents', name, content)
  const { documentId } = await world.call(manager).documents.add({
    zoneId: zone.id,
    fileId: body.attachment.id,
    title: name,
    ...(targetFolderId && { folderId: targetFolderId }),
  })
  return documentId
}
const readLink = async (who: TestUser, documentId: string) =>
  (await world.call(who).documents.fileLink({ zoneId: zone.id, documentId })).url
const readStatus = async (url: string) => (await fetch(`${world.origin}${url}`)).status
const downloadZip = (who: TestUser | null, body: unknown, signal: AbortSignal | null = null) =>
  fetch(`${world.origin}/download/documents`, {
    method: 'POST',
    signal,
    headers: { 'content-type': 'application/json', ...(who && { authorization: `Bearer ${who.token}` }) },
    body: JSON.stringify(body),
  })
const readZipNames = async (response: Response) => [
  ...readZip(Buffer.from(await response.arrayBuffer())).keys(),
]

const fetchFile = async (url: string | null | undefined) => {
  const response = await fetch(`${world.origin}${url}`)
  return { answer: response, content: Buffer.from(await response.arrayBuffer()) }
}
/** Returns the document's file as listed, with links that open it. */
async function findFile(documentId: string) {
  const { documents } = world.call(ann)
  const { rows } = await documents.files({ zoneId: zone.id, folderId })
  const file = rows.find(it => it.id === documentId)?.file
  if (!file) throw new Error('The document is not listed')
  return { ...file, ...(await documents.fileLink({ zoneId: zone.id, documentId })) }
}

describe('a document', () => {
  const text = 'Schlüssel für Müller'
  const createWideImage = () =>
    sharp({ create: { width: 3_400, height: 2_200, channels: 3, background: '#234' } })
      .png()
      .toBuffer()
  it.each<[string, () => Promise<Buffer> | Buffer, string, string]>([
    ['site.jpg', photoWithPosition, 'picture', 'image/jpeg'],
    ['plan.png', png, 'picture', 'image/png'],
    ['wide plan.png', createWideImage, 'picture', 'image/png'],
    ['dance.gif', animatedGif, 'picture', 'image/gif'],
    ['rules.txt', () => Buffer.from(text), 'text', 'text/plain'],
    ['old rules.txt', () => Buffer.from(text, 'latin1'), 'text', 'text/plain'],
    ['windows rules.txt', () => Buffer.from(`\ufeff${text}`, 'utf16le'), 'text', 'text/plain'],
    ['page.txt', () => Buffer.from('<script>alert(1)</script>'), 'text', 'text/plain'],
    ['bmw.txt', () => Buffer.from('BMW 3, blue, gate 4'), 'text', 'text/plain'],
    ['rules.pdf', () => pdf(text), 'pdf', 'application/pdf'],
    [
      'rules.docx',
      () => createOfficeFile('docx'),
      'office',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
  ])('%s is stored byte for byte and always sent as a download', async (name, make, kind, type) => {
    const original = await make()
    const documentId = await addDocument(name, folderId, original)
    const file = await findFile(documentId)
    expect(file).toMatchObject({ name, kind, size: original.length })
    const { answer, content } = await fetchFile(file.url)
    expect(content.equals(original)).toBe(true)
    expect(answer.headers.get('content-type')).toBe(type)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; /)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const zippedFiles = readZip(
      Buffer.from(await (await downloadZip(ann, { zoneId: zone.id, documents: [documentId] })).arrayBuffer()),
    )
    expect([...zippedFiles.keys()]).toEqual([name])
    expect(zippedFiles.get(name)?.equals(original)).toBe(true)
    expect((await world.call(ann).documents.usage({ zoneId: zone.id })).used).toBe(original.length)
  })

  it('has an upright thumbnail and preview without its location', async () => {
    const file = await findFile(await addDocument('site.jpg', folderId, await photoWithPosition()))
    for (const url of [file.thumbnailUrl, file.previewUrl]) {
      const { answer, content } = await fetchFile(url)
      expect(answer.headers.get('content-type')).toBe('image/webp')
      const { exif, format, width, height } = await sharp(content).metadata()
      expect([exif, format, width, height]).toEqual([undefined, 'webp', 20, 40])
    }
    const wideFile = await findFile(await addDocument('wide.png', folderId, await createWideImage()))
    expect((await sharp((await fetchFile(wideFile.previewUrl)).content).metadata()).width).toBe(2_560)
  })

  it.each([
    ['has more pixels than are decoded', hugePng],
    ['cannot be decoded', async () => (await png()).subarray(0, -30)],
  ])('is stored without a thumbnail if it %s', async (_, make) => {
    const original = await make()
    const file = await findFile(await addDocument('wall.png', folderId, original))
    expect([file.kind, file.thumbnailUrl, file.previewUrl]).toEqual(['picture', null, undefined])
    expect((await fetchFile(file.url)).content.equals(original)).toBe(true)
  })

  it('is removed together with its thumbnail and preview', async () => {
    const { body } = await upload(manager, 'documents', 'plan.png', await png())
    await world.db.pool.query('delete from stored_files where id = $1', [body.attachment.id])
    const stem = body.attachment.url.split('?')[0]?.slice('/files/'.length)
    const { rows } = await world.db.pool.query('select path from removed_files where path like $1', [
      `${stem}%`,
    ])
    expect(rows.map(it => it.path).toSorted()).toEqual([stem, `${stem}.preview.webp`, `${stem}.thumb.webp`])
  })

  it('still opens if it was re-encoded under its old name, and is saved and zipped under a name that matches its format', async () => {
    const documentId = await addDocument('plan.png', folderId, await png())
    const path = `documents/${crypto.randomUUID()}.webp`
    const thumbnailPath = path.replace('.webp', '.thumb.webp')
    const content = await sharp(await png())
      .webp()
      .toBuffer()
    for (const storedPath of [path, thumbnailPath]) await world.services.files.put(storedPath, content)
    const { rows } = await world.db.pool.query(
      `insert into stored_files (request_id, path, name, media_type, size_bytes, has_thumbnail, document_id)
        values (gen_random_uuid(), $1, 'plan.png', 'image/webp', $2, true, $3) returning path`,
      [path, content.length, documentId],
    )
    for (const table of ['documents', 'document_versions'])
      await world.db.pool.query(
        `update ${table} set file_url = $1 where ${table === 'documents' ? 'id' : 'document_id'} = $2`,
        [rows[0].path, documentId],
      )
    const file = await findFile(documentId)
    expect([file.name, file.kind, file.previewUrl]).toEqual(['plan.webp', 'picture', undefined])
    for (const url of [file.url, file.thumbnailUrl]) {
      const { answer, content: receivedContent } = await fetchFile(url)
      expect([answer.headers.get('content-type'), receivedContent.equals(content)]).toEqual([
        'image/webp',
        true,
      ])
    }
    const selection = { zoneId: zone.id, documents: [documentId] }
    expect(await readZipNames(await downloadZip(ann, selection))).toEqual(['plan.webp'])
    // The original file name still identifies the document: the next plan.png becomes its next version.
    const { body } = await upload(manager, 'documents', 'plan.png', await png())
    const nextVersion = { zoneId: zone.id, folderId, fileId: body.attachment.id, title: 'plan' }
    expect(await world.call(manager).documents.add(nextVersion)).toEqual({ documentId, version: 2 })
    const links = await world.call(ann).documents.fileLink({ zoneId: zone.id, documentId, version: 1 })
    expect((await fetchFile(links.url)).content.equals(content)).toBe(true)
    await expect(
      world.call(ann).documents.fileLink({ zoneId: zone.id, documentId, version: 3 }),
    ).rejects.toMatchObject({ code: 'DOCUMENT_NOT_FOUND' })
  })
})

describe('a chat', () => {
  const page = '<!doctype html><script>alert(1)</script>'
  it.each<[string, Content, string]>([
    ['list.csv', 'name;hours\r\nMüller;8', 'text'],
    ['notes.txt', Buffer.from('Müller', 'latin1'), 'text'],
    ['call.mp3', Buffer.concat([Buffer.from('ID3\u0004'), Buffer.alloc(64)]), 'office'],
    ['all.zip', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(64)]), 'office'],
    ['tool.exe', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(64)]), 'office'],
    ['page.html', page, 'office'],
    ['page.jpg', page, 'office'],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'office'],
    ['README', 'No ending', 'office'],
    ['slides.pptx', Buffer.from([0, 1, 2, 3]), 'office'],
  ])('accepts %s and sends it unchanged as a download', async (name, content, kind) => {
    const { status, body } = await upload(ann, `group-files/${groupId}`, name, content)
    expect([status, body.attachment]).toMatchObject([200, { name, kind }])
    const { answer, content: receivedContent } = await fetchFile(body.attachment.url)
    expect(receivedContent.equals(Buffer.from(content as Buffer))).toBe(true)
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; /)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it.each([
    ['site.jpg', 'site.webp'],
    ['site.png', 'site.webp'],
    ['site', 'site.webp'],
  ])('shows a photo called %s without its location, as %s', async (name, shownName) => {
    const requestId = crypto.randomUUID()
    const query = new URLSearchParams({ zoneId: zone.id, requestId, name })
    const send = async () =>
      world.send(ann, `/upload/group-files/${groupId}?${query}`, await photoWithPosition())
    const { body } = await send()
    expect(body.attachment).toMatchObject({ name: shownName, kind: 'picture' })
    const { answer, content } = await fetchFile(body.attachment.url)
    expect(answer.headers.get('content-type')).toBe('image/webp')
    expect((await sharp(content).metadata()).exif).toBeUndefined()
    // A repeated request after a lost response returns the same file.
    expect((await send()).body.attachment.id).toBe(body.attachment.id)
  })

  it('accepts at most 10 MB', async () => {
    const { body } = await upload(ann, `group-files/${groupId}`, 'a.bin', Buffer.alloc(10 * 1024 * 1024 + 1))
    expect(body.code).toBe('FILE_TOO_LARGE')
  })
})

describe('the link to a document', () => {
  it('opens it unaltered for the person it was made for, until it expires', async () => {
    const documentId = await addDocument('gate.pdf')
    const url = await readLink(ann, documentId)
    expect(await readStatus(url)).toBe(200)
    await expect(readLink(bob, documentId)).rejects.toMatchObject({ code: 'DOCUMENT_NOT_FOUND' })
    const alteredUrls = [
      url.replace(ann.sessionId, bob.sessionId),
      url.replace(/expires=\d/, 'expires=9'),
      url.replace(/signature=./, match => (match.endsWith('A') ? 'signature=B' : 'signature=A')),
      url.replace('/documents/', '/group-files/'),
      url.split('?')[0] ?? '',
    ]
    for (const alteredUrl of alteredUrls)
      expect([alteredUrl, await readStatus(alteredUrl)]).toEqual([alteredUrl, 404])
    const path = (url.split('?')[0] ?? '').slice('/files/'.length)
    const expiredLinks = createSignedLinks(world.services.secret, () => Date.now() - 60_001)
    expect(await readStatus(expiredLinks.linkTo(path, ann.sessionId, 60_000))).toBe(404)
    expect(await readStatus(world.services.links.linkTo(path, bob.sessionId))).toBe(404)
  })

  it('stops working with the permission behind it', async () => {
    const documentId = await addDocument('gate.pdf')
    const url = await readLink(ann, documentId)
    const { groups, documents } = world.call(manager)
    await groups.removeMember({ groupId, userId: ann.id })
    expect(await readStatus(url)).toBe(404)
    await groups.addMembers({ groupId, members: [ann.id] })
    expect(await readStatus(url)).toBe(200)
    const otherGroup = await groups.create({
      zoneId: zone.id,
      requestId: crypto.randomUUID(),
      name: 'Others',
    })
    await documents.linkGroup({ zoneId: zone.id, folderId, groupId: otherGroup.group.id })
    await documents.unlinkGroup({ zoneId: zone.id, folderId, groupId })
    expect(await readStatus(url)).toBe(404)
    await documents.linkGroup({ zoneId: zone.id, folderId, groupId })
    await documents.remove({ zoneId: zone.id, documents: [documentId] })
    expect(await readStatus(url)).toBe(404)
  })
})

it('a file without a zone is refused', async () => {
  const superAdmin = await world.make.user({ role: 'super_admin' })
  const query = new URLSearchParams({ requestId: crypto.randomUUID(), name: 'a.pdf' })
  const response = await world.send(superAdmin, `/upload/documents?${query}`, pdf(), 'application/pdf')
  expect(response).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
})

it('a file of a group opens only for its members, and no longer for removed ones', async () => {
  const { body } = await upload(ann, `group-files/${groupId}`, 'plan.pdf')
  expect((await upload(bob, `group-files/${groupId}`, 'plan.pdf')).body.code).toBe('GROUP_NOT_FOUND')
  const fileId = body.attachment.id
  await world.call(ann).groupMessages.send({ groupId, requestId: crypto.randomUUID(), text: '', fileId })
  const { url } = await world.call(ann).groupMessages.fileLink({ groupId, fileId })
  expect(await readStatus(url)).toBe(200)
  expect(await readStatus(url.replace(ann.sessionId, bob.sessionId))).toBe(404)
  await world.call(manager).groups.removeMember({ groupId, userId: ann.id })
  expect(await readStatus(url)).toBe(404)
})

describe('a ZIP archive', () => {
  it('contains the selection with full paths, each file once, for people who may see it', async () => {
    const names = [`${'ن'.repeat(120)}.pdf`, '..\\CON.pdf', 'خطة \u200fالبوابة.pdf', 'same.pdf']
    for (const name of names) await addDocument(name)
    const rootDocumentId = await addDocument('same.pdf', '')
    const response = await downloadZip(ann, {
      zoneId: zone.id,
      folders: [folderId],
      documents: [rootDocumentId],
    })
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(new Set(await readZipNames(response))).toEqual(
      new Set([`Codes/${names[0]}`, 'Codes/CON.pdf', 'Codes/خطة البوابة.pdf', 'Codes/same.pdf', 'same.pdf']),
    )
    expect(
      await readZipNames(
        await downloadZip(bob, { zoneId: zone.id, folders: [folderId], documents: [rootDocumentId] }),
      ),
    ).toEqual(['same.pdf'])
  })

  it('is refused to somebody who made too many within an hour', async () => {
    await addDocument('plan.pdf')
    const selection = { zoneId: zone.id, folders: [folderId] }
    expect((await downloadZip(ann, selection)).status).toBe(200)
    await world.db.pool.query(
      `update rate_limits set taken = array_fill(now(), array[100]) where key like 'archive:%'`,
    )
    expect((await downloadZip(ann, selection)).status).toBe(429)
    await world.db.pool.query(`delete from rate_limits where key like 'archive:%'`)
  })

  it('contains a folder selected together with its parent only once', async () => {
    const { folderId: innerFolderId } = await world
      .call(manager)
      .documents.createFolder({ zoneId: zone.id, name: 'Inside', folderId })
    await addDocument('plan.pdf', innerFolderId)
    expect(
      await readZipNames(await downloadZip(ann, { zoneId: zone.id, folders: [innerFolderId, folderId] })),
    ).toEqual(['Codes/Inside/plan.pdf'])
  })

  it('lists the files that were lost', async () => {
    const selection = { zoneId: zone.id, folders: [folderId] }
    await addDocument('kept.pdf')
    const lostDocumentId = await addDocument('lost.pdf')
    await world.db.pool.query('update documents set file_url = null where id = $1', [lostDocumentId])
    const files = readZip(Buffer.from(await (await downloadZip(ann, selection)).arrayBuffer()))
    expect([...files.keys()]).toEqual(['LOST FILES.txt', 'Codes/kept.pdf'])
    expect(files.get('LOST FILES.txt')?.toString()).toContain('\r\nCodes/lost.pdf\r\n')
    expect((await downloadZip(ann, { zoneId: zone.id, documents: [lostDocumentId] })).status).toBe(404)
  })

  it.each([
    ['nothing', {}, 404],
    ['no ids', { documents: ['x'] }, 404],
    ['more than may be chosen', { documents: Array.from({ length: 201 }, () => crypto.randomUUID()) }, 404],
    ['something else', { paths: ['/etc'] }, 404],
    ['what there is not', { documents: [crypto.randomUUID()] }, 404],
  ])('is refused for %s', async (_, selection, status) => {
    const response = await downloadZip(ann, { zoneId: zone.id, ...selection })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ code: expect.stringMatching(/NOT_FOUND/) })
  })

  it('can be made twice at the same time for one person, and a third time once one has ended', async () => {
    // The file exceeds the socket buffers, so that a response nobody reads stays open.
    const largePdf = Buffer.concat([pdf('large.pdf'), randomBytes(9 * 1024 * 1024)])
    const documents = [await addDocument('one.pdf', '', largePdf), await addDocument('two.pdf', '', largePdf)]
    const selection = { zoneId: zone.id, documents }
    const controllers = [new AbortController(), new AbortController()] as const
    const firstResponse = await downloadZip(ann, selection, controllers[0].signal)
    const secondResponse = await downloadZip(ann, selection, controllers[1].signal)
    const thirdResponse = await downloadZip(ann, selection)
    expect([firstResponse.status, secondResponse.status, thirdResponse.status]).toEqual([200, 200, 429])
    expect(thirdResponse.headers.get('retry-after')).toBe('10')
    expect(await thirdResponse.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(await readZipNames(await downloadZip(bob, selection))).toHaveLength(2)
    controllers[0].abort()
    await vi.waitFor(
      async () => expect(await readZipNames(await downloadZip(ann, selection))).toHaveLength(2),
      {
        timeout: 20_000,
      },
    )
    controllers[1].abort()
  })

  it('requires a sign-in and an entered zone', async () => {
    const documentId = await addDocument('gate.pdf')
    const stranger = await world.make.user()
    expect((await downloadZip(null, { zoneId: zone.id, documents: [documentId] })).status).toBe(401)
    expect((await downloadZip(stranger, { zoneId: zone.id, documents: [documentId] })).status).toBe(404)
    expect((await downloadZip(bob, { zoneId: zone.id, documents: [documentId] })).status).toBe(404)
  })
})
