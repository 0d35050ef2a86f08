import { pairAnswers, toAnswers } from '@muster/domain/broadcast.ts'
import { limits } from '@muster/domain/limits.ts'
import { api, inZone, inZoneOf, signedIn } from '../../rpc/base.ts'
import { fail } from '../../rpc/fail.ts'
import { listGroupNames } from '../groups/index.ts'
import { ofAudience, ofTemplate } from './broadcasts.policy.ts'
import { findBroadcast } from './broadcasts.queries.ts'
import { deleteTemplate, insertTemplate, listTemplates } from './templates.queries.ts'
import { countReach, toAnswerColumns } from './writing.queries.ts'

const MAX_GROUPS = 500
const templateLimit = { name: 'broadcast-template', points: 60, seconds: 60 * 60 }

/** Procedures for composing a broadcast: a preview of the reach, groups and templates. */
export const audienceProcedures = {
  preview: api.broadcasts.preview
    .use(inZoneOf(ofAudience, 'broadcast'))
    .handler(async ({ context: { tx, actor }, input: { broadcastId, ...audience } }) => {
      const editedBroadcast = broadcastId ? await findBroadcast(tx, actor.userId, broadcastId) : undefined
      return countReach(tx, {
        ...audience,
        senderId: editedBroadcast ? editedBroadcast.sender_id : actor.userId,
      })
    }),

  groups: api.broadcasts.groups.use(signedIn()).handler(async ({ context: { tx }, input }) => ({
    groups: await listGroupNames(tx, input.zoneId, MAX_GROUPS),
  })),

  templates: api.broadcasts.templates.use(inZone('broadcast')).handler(async ({ context: { tx, zone } }) => ({
    templates: (await listTemplates(tx, zone.id, limits.broadcastTemplatesMost)).map(
      ({ answer_meanings, ...row }) => ({
        ...row,
        answers: pairAnswers(row.answers, answer_meanings),
        priority: row.priority,
      }),
    ),
  })),

  saveTemplate: api.broadcasts.saveTemplate
    .use(inZone('broadcast', { rateLimit: templateLimit }))
    .handler(async ({ context: { tx, actor }, input: { zoneId, answers, ...content } }) => {
      const limit = limits.broadcastTemplatesMost
      if ((await listTemplates(tx, zoneId, limit)).length >= limit) throw fail('TEMPLATES_FULL')
      const { id: templateId } = await insertTemplate(tx, {
        ...content,
        ...toAnswerColumns(toAnswers(answers)),
        ...{ zone_id: zoneId, created_by: actor.userId },
      })
      return { templateId }
    }),

  removeTemplate: api.broadcasts.removeTemplate
    .use(inZoneOf(ofTemplate, 'broadcast'))
    .handler(async ({ context: { tx, template } }) => {
      await deleteTemplate(tx, template.id)
      return { removed: true as const }
    }),
}
