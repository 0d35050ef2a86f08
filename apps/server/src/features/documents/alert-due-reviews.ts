import type { WriteContext } from '../../live/write.ts'
import { reviewDueAlert } from './documents.alerts.ts'
import { markDueReviews } from './reviews.queries.ts'

/**
 * Alerts the owners of documents about their reviews, once a week before and once on the day. A run that was missed is made up for by the
 * next one, with one alert. Returns the number of documents. Runs as the database owner.
 */
export async function alertDueReviews({ tx, alert }: WriteContext, installation: string): Promise<number> {
  const dueReviews = await markDueReviews(tx, installation)
  for (const review of dueReviews) alert(reviewDueAlert(review))
  return dueReviews.length
}
