import { describe, expect, it } from 'vitest'
import { readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { insertConfirmation } from './readings.queries.ts'
import { nightShift, prepareDocuments } from './testing/prepare-documents.ts'

const { muster, zone, manager, watcher, ann, bob, documentsAs, recordTopics, addDocument, listAlerts } =
  prepareDocuments()

describe('required reading', () => {
  it('is requested of a group and confirmed, and the others are reminded', async () => {
    const { documentId } = await addDocument('rules.pdf')
    const target = { zoneId: zone.id, documentId }
    // The file already exists, but nobody has to read it yet.
    expect(await readCode(documentsAs(ann).confirm(target))).toBe('NOT_A_READER')
    expect(await documentsAs(watcher).readers(target)).toMatchObject({ people: 0, confirmed: 0, readers: [] })
    expect(await readCode(documentsAs(manager).remind(target))).toBe('READING_NOT_ASKED')
    await documentsAs(manager).askReading({ ...target, ask: true, groupId: nightShift.id })
    expect(await listAlerts(ann)).toEqual(['Please read: rules', 'New document: rules'])
    expect(await listAlerts(bob)).toEqual(['New document: rules'])
    const readOwnReading = async (who: TestUser) =>
      (await documentsAs(who).files({ zoneId: zone.id })).rows[0]?.reading?.mine
    expect([await readOwnReading(ann), await readOwnReading(bob), await readOwnReading(manager)]).toEqual([
      'asked',
      'not asked',
      'not asked',
    ])
    const countToRead = async (who: TestUser) =>
      (await documentsAs(who).files({ zoneId: zone.id, toRead: true })).rows.length
    expect([await countToRead(ann), await countToRead(bob)]).toEqual([1, 0])
    const countForEverybody = async () =>
      (await documentsAs(bob).files({ zoneId: zone.id, forEverybody: true })).rows.length
    expect(await countForEverybody()).toBe(0)
    expect(await readCode(documentsAs(bob).confirm(target))).toBe('NOT_A_READER')
    expect(await documentsAs(manager).remind(target)).toEqual({ people: 1 })
    expect(await readCode(documentsAs(manager).remind(target))).toBe('REMINDED_ALREADY')
    expect((await listAlerts(ann))[0]).toBe('Reminder, please read: rules')
    await documentsAs(ann).confirm(target)
    expect([await readOwnReading(ann), await countToRead(ann)]).toEqual(['confirmed', 0])
    expect(await documentsAs(watcher).readers(target)).toMatchObject({ confirmed: 1, people: 1 })
    const readProgress = async (who: TestUser) =>
      (await documentsAs(who).files({ zoneId: zone.id })).rows[0]?.reading?.progress
    expect([await readProgress(watcher), await readProgress(ann)]).toEqual([
      { confirmed: 1, people: 1 },
      null,
    ])
    // A new version must be read again; a confirmation of the previous one, made offline, does not count for it.
    await addDocument('rules.pdf')
    expect(await readOwnReading(ann)).toBe('asked')
    await documentsAs(ann).confirm({ ...target, version: 1, waitedMs: 3_600_000 })
    expect(await readOwnReading(ann)).toBe('asked')
    await documentsAs(ann).confirm({ ...target, version: 2 })
    expect(await readOwnReading(ann)).toBe('confirmed')
    await documentsAs(ann).confirm({ ...target, version: 1 })
    expect(await readOwnReading(ann)).toBe('confirmed')
    const requests = [1, 2, 3].map(() => documentsAs(manager).askReading({ ...target, ask: true }))
    expect(await Promise.all(requests)).toEqual([{ asked: true }, { asked: true }, { asked: true }])
    expect(await countForEverybody()).toBe(1)
  })
})

describe('confirmations', () => {
  const listConfirmations = async (documentId: string) =>
    (await documentsAs(watcher).readers({ zoneId: zone.id, documentId })).confirmations.map(
      ({ name, version, askedBy }) => [name, version, askedBy],
    )
  const listEvents = async (documentId: string) =>
    (
      await muster.db.pool.query(
        `select actor_id, metadata - 'zoneId' - 'documentId' as facts from security_events
         where event_type = 'required_reading_ended' and metadata ->> 'documentId' = $1 order by id`,
        [documentId],
      )
    ).rows

  it('stay with the version and the requester when reading is no longer required, and the security log names who ended it', async () => {
    const { documentId } = await addDocument('rules.pdf')
    const target = { zoneId: zone.id, documentId }
    await documentsAs(manager).askReading({ ...target, ask: true })
    await documentsAs(ann).confirm(target)
    await documentsAs(manager).askReading({ ...target, ask: true })
    expect(await listEvents(documentId)).toEqual([])
    await documentsAs(manager).askReading({ ...target, ask: false })
    expect(await listConfirmations(documentId)).toEqual([['Ann Test', 1, 'Mia Test']])
    const facts = { title: 'rules', groupId: null, askedBy: manager.id }
    expect(await listEvents(documentId)).toEqual([{ actor_id: manager.id, facts }])
    // When reading is required again, Ann's earlier confirmation of this version still counts.
    await documentsAs(manager).askReading({ ...target, ask: true })
    expect(await documentsAs(watcher).readers(target)).toMatchObject({ confirmed: 1, people: 3 })
    expect((await documentsAs(ann).files({ zoneId: zone.id })).rows[0]?.reading?.mine).toBe('confirmed')
  })

  it('stay when the group that had to read is deleted, and the security log records it', async () => {
    const admin = await muster.make.user({ role: 'admin' })
    for (const deleter of [manager, admin]) {
      const { group } = await muster.call(manager).groups.create({
        zoneId: zone.id,
        requestId: crypto.randomUUID(),
        name: 'Crew',
        members: [ann.id],
      })
      const { documentId } = await addDocument(`${deleter.id}.pdf`)
      await documentsAs(manager).askReading({ zoneId: zone.id, documentId, ask: true, groupId: group.id })
      await documentsAs(ann).confirm({ zoneId: zone.id, documentId })
      await muster.call(deleter).groups.remove({ groupId: group.id })
      expect(await listConfirmations(documentId)).toEqual([['Ann Test', 1, 'Mia Test']])
      expect(await listEvents(documentId)).toMatchObject([
        { actor_id: deleter.id, facts: { groupId: group.id, askedBy: manager.id } },
      ])
      expect(
        (await documentsAs(ann).files({ zoneId: zone.id, search: deleter.id })).rows[0]?.reading,
      ).toBeNull()
    }
  })

  it('have no requester if they are older than the request, and are refused after it has ended', async () => {
    const { documentId } = await addDocument('rules.pdf')
    const target = { zoneId: zone.id, documentId }
    await documentsAs(manager).askReading({ ...target, ask: true })
    await documentsAs(ann).confirm({ ...target, waitedMs: 3_600_000 })
    expect(await listConfirmations(documentId)).toEqual([['Ann Test', 1, null]])
    await documentsAs(manager).askReading({ ...target, ask: false })
    expect(await readCode(documentsAs(bob).confirm({ ...target, waitedMs: 1 }))).toBe('NOT_A_READER')
  })

  it('are refused to an internal admin who sees the file but is not a member of its zone', async () => {
    const superAdmin = await muster.make.user({ role: 'super_admin', firstName: 'Sue' })
    const { documentId } = await addDocument('rules.pdf')
    const target = { zoneId: zone.id, documentId }
    await documentsAs(manager).askReading({ ...target, ask: true })
    expect((await documentsAs(superAdmin).files({ zoneId: zone.id })).rows[0]?.reading?.mine).toBe(
      'not asked',
    )
    expect(await readCode(documentsAs(superAdmin).confirm(target))).toBe('NOT_A_READER')
    await muster.make.assign(superAdmin, zone)
    expect((await documentsAs(superAdmin).files({ zoneId: zone.id })).rows[0]?.reading?.mine).toBe('asked')
    await documentsAs(superAdmin).confirm(target)
    expect((await documentsAs(manager).readers(target)).readers.filter(it => it.confirmedAt)).toMatchObject([
      { name: 'Sue Test' },
    ])
  })

  it('are refused for a version that does not exist yet', async () => {
    const { documentId } = await addDocument('rules.pdf')
    const target = { zoneId: zone.id, documentId }
    await documentsAs(manager).askReading({ ...target, ask: true })
    for (const version of [2, 2_147_483_647])
      expect(await readCode(documentsAs(ann).confirm({ ...target, version }))).toBe(
        'DOCUMENT_VERSION_UNKNOWN',
      )
    expect(await listConfirmations(documentId)).toEqual([])
    await documentsAs(ann).confirm({ ...target, version: 1 })
    await documentsAs(bob).confirm(target)
    expect((await listConfirmations(documentId)).map(([, version]) => version)).toEqual([1, 1])
  })

  it('are stored only while the document is required reading', async () => {
    const { documentId } = await addDocument('rules.pdf')
    const confirmation = { documentId, userId: ann.id, version: 1, at: new Date(), late: false }
    const insertTwice = () =>
      muster.db.asActor({ userId: ann.id, sessionId: ann.sessionId }, tx =>
        insertConfirmation(tx, confirmation),
      )
    expect(await insertTwice()).toBe(false)
    await documentsAs(manager).askReading({ zoneId: zone.id, documentId, ask: true })
    expect([await insertTwice(), await insertTwice()]).toEqual([true, true])
  })

  it('record in the security log that other people must now read', async () => {
    const { documentId } = await addDocument('rules.pdf')
    const target = { zoneId: zone.id, documentId }
    await documentsAs(manager).askReading({ ...target, ask: true, groupId: nightShift.id })
    await documentsAs(manager).askReading({ ...target, ask: true })
    const { rows } = await muster.db.pool.query(
      `select description, metadata -> 'groupId' as former, metadata -> 'newGroupId' as present from security_events
       where event_type = 'required_reading_ended' and metadata ->> 'documentId' = $1`,
      [documentId],
    )
    expect(rows).toEqual([
      { description: 'Other people are asked to read a file.', former: nightShift.id, present: null },
    ])
  })

  it('keep the first time of each version, even if an earlier one arrives late', async () => {
    const { documentId } = await addDocument('rules.pdf')
    const target = { zoneId: zone.id, documentId }
    await documentsAs(manager).askReading({ ...target, ask: true })
    const listTimes = async () =>
      (await documentsAs(watcher).readers(target)).confirmations.map(it => [
        it.version,
        Date.parse(it.confirmedAt),
      ])
    await documentsAs(ann).confirm(target)
    const firstTimes = await listTimes()
    await documentsAs(ann).confirm(target)
    await documentsAs(ann).confirm({ ...target, version: 1, waitedMs: 3_600_000 })
    expect(await listTimes()).toEqual(firstTimes)
    await addDocument('rules.pdf')
    await documentsAs(ann).confirm({ ...target, version: 2, waitedMs: 60_000 })
    const bothTimes = await listTimes()
    expect(bothTimes).toEqual([[2, expect.any(Number)], ...firstTimes])
    await documentsAs(ann).confirm({ ...target, version: 1, waitedMs: 7_200_000 })
    expect(await listTimes()).toEqual(bothTimes)
  })

  it('are deleted with the person and the document, and lose the name of a deleted requester', async () => {
    const { documentId } = await addDocument('rules.pdf')
    const target = { zoneId: zone.id, documentId }
    await documentsAs(manager).askReading({ ...target, ask: true })
    for (const who of [ann, bob]) await documentsAs(who).confirm(target)
    const removeUser = (who: TestUser) =>
      muster.db.pool.query('delete from auth.users where id = $1', [who.id])
    await removeUser(bob)
    expect(await listConfirmations(documentId)).toEqual([['Ann Test', 1, 'Mia Test']])
    await removeUser(manager)
    expect(await listConfirmations(documentId)).toEqual([['Ann Test', 1, null]])
    await muster.db.pool.query('delete from documents where id = $1', [documentId])
    const { rows } = await muster.db.pool.query('select from document_confirmations where document_id = $1', [
      documentId,
    ])
    expect(rows).toEqual([])
  })
})

it("open screens are notified when a group or account named by a zone's files is deleted", async () => {
  const { documentId } = await addDocument('rules.pdf')
  await documentsAs(manager).askReading({ zoneId: zone.id, documentId, ask: true, groupId: nightShift.id })
  const topics = [`zone:${zone.id}`, 'admin']
  expect(
    (await recordTopics(() => muster.call(manager).groups.remove({ groupId: nightShift.id }))).topics,
  ).toEqual(topics)
  const superAdmin = await muster.make.user({ role: 'super_admin' })
  const removeManager = () => muster.call(superAdmin).accounts.remove({ userId: manager.id })
  expect((await recordTopics(removeManager)).topics).toEqual(topics)
})
