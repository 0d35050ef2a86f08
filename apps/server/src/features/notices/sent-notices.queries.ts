import { sql } from 'kysely'

/** Deletes the records of notices that were sent so long ago that they cannot become due again. */
export const deleteSentNotices = (limit: number) => sql`
  delete from sent_notices where (rule_id, occasion) in (
    select rule_id, occasion from sent_notices s where created_at < now() - interval '30 days'
      and not exists (select from presence_history h where 'forgotten:' || h.id = s.occasion and h.exit_time is null)
    order by created_at limit ${limit})`
