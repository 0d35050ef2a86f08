import { beforeEach, describe, expect, it } from 'vitest'
import { write } from '../../live/write.ts'
import { readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { testWorld } from '../../testing/test-world.ts'
import { alertDueReviews } from './documents.feature.ts'

const muster = testServices({ env: { TIME_ZONE: 'UTC' } })
const { zone, manager, otherManager, worker } = testWorld(muster, {
  manager: { firstName: 'Mia', in: 'zone_manager_rw' },
  otherManager: { firstName: 'Oda', in: 'zone_manager_rw' },
  worker: 'app_user',
})
let documentId: string

beforeEach(async () => {
  documentId = await addDocument('Rules')
})

async function addDocument(title: string) {
  const { rows } = await muster.db.pool.query(
    `insert into stored_files (request_id, path, name, media_type, size_bytes, uploaded_by)
      values (gen_random_uuid(), 'documents/' || gen_random_uuid() || '.pdf', $2::text || '.pdf', 'application/pdf', 9, $1) returning id`,
    [manager.id, title],
  )
  return (await documentsAs(manager).add({ zoneId: zone.id, fileId: rows[0].id, title })).documentId
}

const documentsAs = (who: TestUser) => muster.call(who).documents
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const plan = (dueOn: string, everyMonths: number | null = null) =>
  documentsAs(manager).rename({ zoneId: zone.id, documentId, title: 'Rules', review: { dueOn, everyMonths } })
const readReview = async (who: TestUser) =>
  (await documentsAs(who).get({ zoneId: zone.id, documentId })).review
/** Runs the job as if `days` had passed, by moving the day of the review. Eight hours east of UTC, the alerts of a day begin at midnight UTC. */
async function runAfter(days: number) {
  await muster.db.pool.query('update documents set review_on = review_on - $1::integer where id = $2', [
    days,
    documentId,
  ])
  await muster.db.asOwner('test', tx => write(tx, its => alertDueReviews(its, 'Etc/GMT-8')))
}
const listReviewAlerts = async (who: TestUser) =>
  (await muster.call(who).alerts.list({})).rows
    .filter(it => /review/i.test(it.title))
    .map(it => [it.title, it.metadata.documentId])
    .reverse()

describe('the review of a document', () => {
  it('is planned, changed and ended by people who may upload, and shown to them only', async () => {
    expect(await readReview(manager)).toBeNull()
    await plan('2031-03-05', 6)
    const planned = { dueOn: '2031-03-05', everyMonths: 6, reviewedAt: null, reviewedBy: null }
    expect(await readReview(otherManager)).toEqual(planned)
    expect(await readReview(worker)).toBeNull()
    // A new title alone leaves the review as it is.
    await documentsAs(manager).rename({ zoneId: zone.id, documentId, title: 'Site rules' })
    expect(await readReview(manager)).toEqual(planned)
    const change = { zoneId: zone.id, documentId, title: 'Rules', review: null }
    expect(await readCode(documentsAs(worker).rename(change))).not.toBeUndefined()
    await documentsAs(manager).rename(change)
    expect(await readReview(manager)).toBeNull()
  })

  it('records who reviewed and when, and comes again after its interval, once for two taps', async () => {
    const dueOn = inDays(-3)
    expect(await readCode(documentsAs(manager).review({ zoneId: zone.id, documentId, dueOn }))).toBe(
      'REVIEW_NOT_PLANNED',
    )
    await plan(dueOn, 6)
    const first = await documentsAs(otherManager).review({ zoneId: zone.id, documentId, dueOn })
    const second = await documentsAs(manager).review({ zoneId: zone.id, documentId, dueOn })
    expect(second).toEqual(first)
    expect(first.dueOn?.slice(0, 7)).toBe(inSixMonths().slice(0, 7))
    expect(await readReview(manager)).toMatchObject({ ...first, everyMonths: 6, reviewedBy: 'Oda Test' })
  })

  it('is not planned again if it does not repeat', async () => {
    await plan(inDays(2))
    await documentsAs(manager).review({ zoneId: zone.id, documentId, dueOn: inDays(2) })
    expect(await readReview(manager)).toMatchObject({ dueOn: null, reviewedBy: 'Mia Test' })
  })

  it('is listed as due from a week before, for people who may upload', async () => {
    const listDue = async (who: TestUser) =>
      (await documentsAs(who).files({ zoneId: zone.id, toReview: true })).rows.map(it => it.id)
    await plan(inDays(12))
    expect(await listDue(manager)).toEqual([])
    await plan(inDays(6))
    expect([await listDue(manager), await listDue(worker)]).toEqual([[documentId], []])
  })
})

describe('alerts about the review of a document', () => {
  it('are sent to the uploader once a week before and once when it is due, and again for a new day', async () => {
    await plan(inDays(30))
    await runAfter(10)
    expect(await listReviewAlerts(manager)).toEqual([])
    await runAfter(14)
    await runAfter(0)
    expect(await listReviewAlerts(manager)).toEqual([['Review soon: Rules', documentId]])
    await runAfter(8)
    await runAfter(1)
    expect(await listReviewAlerts(manager)).toEqual([
      ['Review soon: Rules', documentId],
      ['Review now: Rules', documentId],
    ])
    expect(await listReviewAlerts(otherManager)).toEqual([])
    await plan(inDays(5))
    await runAfter(0)
    expect(await listReviewAlerts(manager)).toHaveLength(3)
  })

  it('are one for a person with more than three documents due in the zone', async () => {
    for (const title of ['Plan', 'Permit', 'Drill']) await addDocument(title)
    await muster.db.pool.query('update documents set review_on = current_date + 3 where zone_id = $1', [
      zone.id,
    ])
    await runAfter(0)
    expect(await listReviewAlerts(manager)).toEqual([['4 documents are due for review', undefined]])
    await runAfter(0)
    expect(await listReviewAlerts(manager)).toHaveLength(1)
  })

  it('come as one if the job did not run for a while, and not for deleted documents', async () => {
    await plan(inDays(20))
    await documentsAs(manager).remove({ zoneId: zone.id, documents: [documentId] })
    await runAfter(25)
    expect(await listReviewAlerts(manager)).toEqual([])
    await documentsAs(manager).restore({ zoneId: zone.id, documents: [documentId] })
    await runAfter(0)
    expect(await listReviewAlerts(manager)).toEqual([['Review now: Rules', documentId]])
  })

  it('go to the others who may upload once the uploader may no longer, and wait while there is nobody', async () => {
    await plan(inDays(3))
    await muster.db.pool.query('delete from zone_assignments where user_id = any($1)', [
      [manager.id, otherManager.id],
    ])
    await runAfter(0)
    await muster.make.assign(otherManager, zone, 'zone_manager_rw')
    await runAfter(0)
    expect(await listReviewAlerts(otherManager)).toEqual([['Review soon: Rules', documentId]])
    expect(await listReviewAlerts(worker)).toEqual([])
  })
})

function inSixMonths() {
  const date = new Date()
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 6, 1)).toISOString()
}
