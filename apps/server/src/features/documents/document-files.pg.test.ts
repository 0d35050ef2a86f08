import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSignedLinks } from '../../lib/signed-links.ts'
import { readZip } from '../../lib/testing/read-zip.ts'
import type { TestUser, TestZone } from '../../testing/factories.ts'
import { pdf } from '../files/testing/crafted-files.ts'
import { createUploadWorld, type UploadWorld } from '../files/testing/upload-world.ts'

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

/** A folder for a group that Ann is in. */
beforeEach(async () => {
  ;({ zone, manager, ann, bob } = await world.zoneOfPeople())
  const { groups, documents } = world.call(manager)
  const made = await groups.create({
    zoneId: zone.id,
    requestId: crypto.randomUUID(),
    name: 'Keys',
    members: [ann.id],
  })
  groupId = made.group.id
  ;({ folderId } = await documents.createFolder({ zoneId: zone.id, name: 'Codes' }))
  await documents.linkGroup({ zoneId: zone.id, folderId, groupId })
})

const upload = (who: TestUser, place: string, name: string, content = pdf(name)) => {
  const query = new URLSearchParams({ zoneId: zone.id, requestId: crypto.randomUUID(), name })
  return world.send(who, `/upload/${place}?${query}`, content, 'application/pdf')
}
async function add(name: string, into: string | undefined = folderId, content = pdf(name)) {
  const { body } = await upload(manager, 'documents', name, content)
  const { documentId } = await world.call(manager).documents.add({
    zoneId: zone.id,
    fileId: body.attachment.id,
    title: name,
    ...(into && { folderId: into }),
  })
  return documentId
}
const linkOf = async (who: TestUser, documentId: string) =>
  (await world.call(who).documents.fileLink({ zoneId: zone.id, documentId })).url
const statusOf = async (url: string) => (await fetch(`${world.origin}${url}`)).status
const zip = (who: TestUser | null, body: unknown, signal: AbortSignal | null = null) =>
  fetch(`${world.origin}/download/documents`, {
    method: 'POST',
    signal,
    headers: { 'content-type': 'application/json', ...(who && { authorization: `Bearer ${who.token}` }) },
    body: JSON.stringify(body),
  })
const namesIn = async (answer: Response) => [...readZip(Buffer.from(await answer.arrayBuffer())).keys()]

describe('the link to a document', () => {
  it('opens it to who it was made for, unaltered and in its time', async () => {
    const documentId = await add('gate.pdf')
    const url = await linkOf(ann, documentId)
    expect(await statusOf(url)).toBe(200)
    await expect(linkOf(bob, documentId)).rejects.toMatchObject({ code: 'DOCUMENT_NOT_FOUND' })
    const altered = [
      url.replace(ann.sessionId, bob.sessionId),
      url.replace(/expires=\d/, 'expires=9'),
      url.replace(/signature=./, found => (found.endsWith('A') ? 'signature=B' : 'signature=A')),
      url.replace('/documents/', '/group-files/'),
      url.split('?')[0] ?? '',
    ]
    for (const other of altered) expect([other, await statusOf(other)]).toEqual([other, 404])
    const path = (url.split('?')[0] ?? '').slice('/files/'.length)
    const past = createSignedLinks(world.services.secret, () => Date.now() - 60_001)
    expect(await statusOf(past.linkTo(path, ann.sessionId, 60_000))).toBe(404)
    expect(await statusOf(world.services.links.linkTo(path, bob.sessionId))).toBe(404)
  })

  it('ends with what gave the right to it', async () => {
    const documentId = await add('gate.pdf')
    const url = await linkOf(ann, documentId)
    const { groups, documents } = world.call(manager)
    await groups.removeMember({ groupId, userId: ann.id })
    expect(await statusOf(url)).toBe(404)
    await groups.addMembers({ groupId, members: [ann.id] })
    expect(await statusOf(url)).toBe(200)
    const other = await groups.create({ zoneId: zone.id, requestId: crypto.randomUUID(), name: 'Others' })
    await documents.linkGroup({ zoneId: zone.id, folderId, groupId: other.group.id })
    await documents.unlinkGroup({ zoneId: zone.id, folderId, groupId })
    expect(await statusOf(url)).toBe(404)
    await documents.linkGroup({ zoneId: zone.id, folderId, groupId })
    await documents.remove({ zoneId: zone.id, documents: [documentId] })
    expect(await statusOf(url)).toBe(404)
  })
})

it('a file without a zone is taken from nobody', async () => {
  const admin = await world.make.user({ role: 'super_admin' })
  const query = new URLSearchParams({ requestId: crypto.randomUUID(), name: 'a.pdf' })
  const answer = await world.send(admin, `/upload/documents?${query}`, pdf(), 'application/pdf')
  expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
})

it('a file of a group is opened by its members alone, and no more by who was removed', async () => {
  const { body } = await upload(ann, `group-files/${groupId}`, 'plan.pdf')
  expect((await upload(bob, `group-files/${groupId}`, 'plan.pdf')).body.code).toBe('GROUP_NOT_FOUND')
  const fileId = body.attachment.id
  await world.call(ann).groupMessages.send({ groupId, requestId: crypto.randomUUID(), text: '', fileId })
  const { url } = await world.call(ann).groupMessages.fileLink({ groupId, fileId })
  expect(await statusOf(url)).toBe(200)
  expect(await statusOf(url.replace(ann.sessionId, bob.sessionId))).toBe(404)
  await world.call(manager).groups.removeMember({ groupId, userId: ann.id })
  expect(await statusOf(url)).toBe(404)
})

describe('an archive', () => {
  it('holds what was chosen under whole names, each once, for who may see it', async () => {
    const names = [`${'ن'.repeat(120)}.pdf`, '..\\CON.pdf', 'خطة \u200fالبوابة.pdf', 'same.pdf']
    for (const name of names) await add(name)
    const beside = await add('same.pdf', '')
    const answer = await zip(ann, { zoneId: zone.id, folders: [folderId], documents: [beside] })
    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect(new Set(await namesIn(answer))).toEqual(
      new Set([`Codes/${names[0]}`, 'Codes/CON.pdf', 'Codes/خطة البوابة.pdf', 'Codes/same.pdf', 'same.pdf']),
    )
    expect(
      await namesIn(await zip(bob, { zoneId: zone.id, folders: [folderId], documents: [beside] })),
    ).toEqual(['same.pdf'])
  })

  it.each([
    ['nothing', {}, 404],
    ['no ids', { documents: ['x'] }, 404],
    ['more than may be chosen', { documents: Array.from({ length: 201 }, () => crypto.randomUUID()) }, 404],
    ['something else', { paths: ['/etc'] }, 404],
    ['what there is not', { documents: [crypto.randomUUID()] }, 404],
  ])('of %s is refused', async (_, chosen, status) => {
    const answer = await zip(ann, { zoneId: zone.id, ...chosen })
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ code: expect.stringMatching(/NOT_FOUND/) })
  })

  it('is made for one person twice at once, and a third time once one has ended', async () => {
    // More than the sockets between take in: nobody reads these answers.
    const large = Buffer.concat([pdf('large.pdf'), randomBytes(9 * 1024 * 1024)])
    const documents = [await add('one.pdf', '', large), await add('two.pdf', '', large)]
    const chosen = { zoneId: zone.id, documents }
    const leaving = [new AbortController(), new AbortController()] as const
    const first = await zip(ann, chosen, leaving[0].signal)
    const second = await zip(ann, chosen, leaving[1].signal)
    const third = await zip(ann, chosen)
    expect([first.status, second.status, third.status]).toEqual([200, 200, 429])
    expect(third.headers.get('retry-after')).toBe('10')
    expect(await third.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(await namesIn(await zip(bob, chosen))).toHaveLength(2)
    leaving[0].abort()
    await vi.waitFor(async () => expect(await namesIn(await zip(ann, chosen))).toHaveLength(2), {
      timeout: 20_000,
    })
    leaving[1].abort()
  })

  it('is for who is signed in and in the zone', async () => {
    const documentId = await add('gate.pdf')
    const stranger = await world.make.user()
    expect((await zip(null, { zoneId: zone.id, documents: [documentId] })).status).toBe(401)
    expect((await zip(stranger, { zoneId: zone.id, documents: [documentId] })).status).toBe(404)
    expect((await zip(bob, { zoneId: zone.id, documents: [documentId] })).status).toBe(404)
  })
})
