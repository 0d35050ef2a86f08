import type { Platform } from '../../platform/platform.ts'
import { api, inZone } from '../../rpc/base.ts'
import { fail } from '../../rpc/fail.ts'
import { documentsEvents } from './documents.events.ts'
import { findDocument } from './documents.queries.ts'
import { insertReview } from './reviews.queries.ts'

const reviewLimit = { name: 'reviews', points: 120, seconds: 60 * 60 }

export const reviewsProcedures = ({ env }: Pick<Platform, 'env'>) => ({
  review: api.documents.review
    .use(inZone('upload_files', { rateLimit: reviewLimit }))
    .handler(async ({ context: { tx, publish, actor, zone }, input: { documentId, dueOn } }) => {
      const row = await findDocument(tx, actor.userId, zone.id, documentId)
      if (!row) throw fail('DOCUMENT_NOT_FOUND')
      if (row.review_on === null && row.reviewed_at === null) throw fail('REVIEW_NOT_PLANNED')
      await insertReview(tx, { documentId, dueOn, userId: actor.userId, defaultTimeZone: env.TIME_ZONE })
      const reviewedRow = await findDocument(tx, actor.userId, zone.id, documentId)
      publish(documentsEvents, { kind: 'documents.changed', zoneId: zone.id })
      return { dueOn: reviewedRow?.review_on ?? null }
    }),
})
