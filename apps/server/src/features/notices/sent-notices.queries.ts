import { sql } from 'kysely'

/** Deletes the records of notices sent a month ago: their shifts are over. A visit open for longer is found by its alert. */
export const deleteSentNotices = (limit: number) => sql`
  delete from sent_notices where (rule_id, occasion) in (
    select rule_id, occasion from sent_notices where created_at < now() - interval '30 days'
    order by created_at limit ${limit})`
