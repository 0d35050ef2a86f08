import type { WriteContext } from '../../live/write.ts'
import { type PersonReviews, reviewDueAlert, reviewsDueAlert } from './documents.alerts.ts'
import { markDueReviews } from './reviews.queries.ts'

/** Reviews in one zone that a person is alerted about one by one; more become one alert. */
const MAX_SINGLE_ALERTS = 3

/**
 * Alerts the owners of documents about their reviews, once a week before and once on the day. The next run catches up after a
 * missed one, with one alert. Returns the number of documents.
 */
export async function alertDueReviews({ tx, alert }: WriteContext, defaultTimeZone: string): Promise<number> {
  const dueReviews = await markDueReviews(tx, defaultTimeZone)
  const reviewsByKey = new Map<string, PersonReviews>()
  for (const { zoneId, people } of dueReviews)
    for (const userId of people) {
      const key = `${userId}:${zoneId}`
      reviewsByKey.set(key, { userId, zoneId, count: (reviewsByKey.get(key)?.count ?? 0) + 1 })
    }
  const isSingle = (userId: string, zoneId: string) =>
    (reviewsByKey.get(`${userId}:${zoneId}`)?.count ?? 0) <= MAX_SINGLE_ALERTS
  for (const review of dueReviews) {
    const people = review.people.filter(userId => isSingle(userId, review.zoneId))
    if (people.length > 0) alert(reviewDueAlert({ ...review, people }))
  }
  const run = crypto.randomUUID()
  for (const reviews of reviewsByKey.values())
    if (!isSingle(reviews.userId, reviews.zoneId)) alert(reviewsDueAlert(reviews, run))
  return dueReviews.length
}
