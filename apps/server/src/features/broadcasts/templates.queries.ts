import type { Tx } from '../../db/database.ts'
import type { NewRow } from '../../db/rows.ts'

export const listTemplates = (tx: Tx, zoneId: string, limit: number) =>
  tx
    .selectFrom('broadcast_templates')
    .select(['id', 'name', 'title', 'message', 'priority', 'answers', 'answer_meanings'])
    .where('zone_id', '=', zoneId)
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .execute()

export const insertTemplate = (tx: Tx, row: NewRow<'broadcast_templates'>) =>
  tx.insertInto('broadcast_templates').values(row).returning('id').executeTakeFirstOrThrow()

export const templateQuery = (tx: Tx, templateId: string) =>
  tx.selectFrom('broadcast_templates').select(['id', 'zone_id']).where('id', '=', templateId)

export const deleteTemplate = (tx: Tx, templateId: string) =>
  tx.deleteFrom('broadcast_templates').where('id', '=', templateId).execute()
