import type { BroadcastPriority, OfferedAnswer } from '@muster/domain/broadcast.ts'
import type { Tx } from '../../db/database.ts'

export const listTemplates = (tx: Tx, zoneId: string, limit: number) =>
  tx
    .selectFrom('broadcast_templates')
    .select(['id', 'name', 'title', 'message', 'priority', 'answers', 'answer_meanings'])
    .where('zone_id', '=', zoneId)
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .execute()

export type NewTemplate = {
  readonly zoneId: string
  readonly name: string
  readonly title: string
  readonly message: string
  readonly priority: BroadcastPriority
  readonly answers: readonly OfferedAnswer[]
  readonly createdBy: string
}

export const insertTemplate = (tx: Tx, { zoneId, createdBy, answers, ...content }: NewTemplate) =>
  tx
    .insertInto('broadcast_templates')
    .values({
      ...content,
      answers: answers.map(({ text }) => text),
      answer_meanings: answers.map(({ meaning }) => meaning),
      zone_id: zoneId,
      created_by: createdBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

export const templateQuery = (tx: Tx, templateId: string) =>
  tx.selectFrom('broadcast_templates').select(['id', 'zone_id']).where('id', '=', templateId)

export const deleteTemplate = (tx: Tx, templateId: string) =>
  tx.deleteFrom('broadcast_templates').where('id', '=', templateId).execute()
