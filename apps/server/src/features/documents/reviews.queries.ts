import type { ReviewPlan } from '@muster/contract/documents.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many, run } from '../../db/rows.ts'

/** The days before a review at which its owner is alerted, and from which it is listed as due. */
const LEAD_DAYS = 7
/** The local hour at which the alerts of a day are sent. */
const ALERT_HOUR = 8
/** The documents of one run of the job; the next run continues. */
const MAX_PER_RUN = 500

const today = (defaultTimeZone: string) =>
  sql`local_day(now(), zone_time_zone(d.zone_id, ${defaultTimeZone}))`

/** Due within a week by the zone's clock (`d`). The database's own day comes first, because it uses the index documents_review. */
export const isReviewDue = (defaultTimeZone: string) => sql<boolean>`
  (d.review_on <= current_date + ${LEAD_DAYS + 1}::integer and d.review_on <= ${today(defaultTimeZone)} + ${LEAD_DAYS}::integer)`

/** Plans the next review; null ends the reviews. A new day is alerted again. */
export const updateReviewPlan = (tx: Tx, documentId: string, plan: ReviewPlan | null) =>
  run(tx)`
    update documents set review_on = ${plan?.dueOn ?? null}::date, review_months = ${plan?.everyMonths ?? null}::integer,
      review_alerted = case when review_on = ${plan?.dueOn ?? null}::date then review_alerted end
    where id = ${documentId}`

/** Plans the next from today by the zone's clock. Changes nothing if the day has changed, e.g. somebody has reviewed it. */
export const insertReview = (
  tx: Tx,
  it: { documentId: string; dueOn: string; userId: string; defaultTimeZone: string },
) =>
  run(tx)`update documents d set reviewed_at = now(), reviewed_by = ${it.userId}, review_alerted = null,
      review_on = (${today(it.defaultTimeZone)} + review_months * interval '1 month')::date
    where id = ${it.documentId} and review_on = ${it.dueOn}::date`

export type DueReview = {
  id: string
  zoneId: string
  folderId: string | null
  title: string
  dueOn: string
  stage: 'soon' | 'due'
  people: string[]
}

/** Due within a week or today, not alerted yet; those without a reviewer wait until there is one. Index: documents_review. */
export const markDueReviews = (tx: Tx, defaultTimeZone: string) =>
  many(tx)<DueReview>`
    with candidate as (
      select d.id, case when d.review_on <= its.day then 'due' else 'soon' end as stage
      from documents d
        cross join lateral (select local_day(now() - ${ALERT_HOUR}::integer * interval '1 hour',
          zone_time_zone(d.zone_id, ${defaultTimeZone})) as day offset 0) its
      where d.deleted_at is null and d.review_on <= current_date + ${LEAD_DAYS + 1}::integer and d.review_on <= its.day + ${LEAD_DAYS}::integer
        and d.review_alerted is distinct from 'due' and (d.review_alerted is null or d.review_on <= its.day)
      order by d.review_on, d.id),
    alerted as (
      select c.id, c.stage, its.people from candidate c
        cross join lateral (select reviewers_of(c.id) as people offset 0) its
      where cardinality(its.people) > 0 limit ${MAX_PER_RUN})
    update documents d set review_alerted = a.stage from alerted a where d.id = a.id
    returning d.id, d.zone_id as "zoneId", d.folder_id as "folderId", d.title, d.review_on as "dueOn", a.stage, a.people`
