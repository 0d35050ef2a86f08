import { limits } from '@muster/domain/limits.ts'
import { noticeKinds, ownNoticeKinds, ownNoticeMinutes, zoneNoticeKinds } from '@muster/domain/notice.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id } from './ids.ts'
import { count } from './numbers.ts'

const { signedIn, inZone } = callsTagged('notices')

const person = z.object({ userId: id, name: z.string() })

/** A notice that the caller chose. */
export const noticeRule = z.object({
  id,
  kind: z.enum(noticeKinds),
  /** Null for notices about the caller's own shifts. */
  zoneId: id.nullable(),
  zoneName: z.string().nullable(),
  /** Minutes for one's own notices, a number of people for `zone_above`; null for the others. */
  threshold: z.int().nullable(),
  enabled: z.boolean(),
  /** The people whose entries and exits the rule reports. */
  people: z.array(person).max(limits.noticePeopleMost),
})
export type NoticeRule = z.infer<typeof noticeRule>

/** Somebody who is told when the caller enters or leaves a zone. */
export const noticeWatcher = z.object({ zoneId: id, zoneName: z.string(), ...person.shape })
export type NoticeWatcher = z.infer<typeof noticeWatcher>

const hasFittingThreshold = ({ kind, threshold }: { kind: string; threshold: number | null }) =>
  kind !== 'zone_above' || threshold !== null
const hasFittingMinutes = ({ kind, minutes }: { kind: keyof typeof ownNoticeMinutes; minutes: number }) =>
  minutes >= ownNoticeMinutes[kind].least && minutes <= ownNoticeMinutes[kind].most

export const notices = {
  list: signedIn('GET /notices', 'list_notices', 'List the caller’s notices and followers').output(
    z.object({
      rules: z.array(noticeRule).max(limits.noticeRulesMost + ownNoticeKinds.length),
      watchers: z.array(noticeWatcher).max(100),
    }),
  ),
  setOwn: signedIn(
    'PUT /notices/own/{kind}',
    'set_own_notice',
    'Turn a notice about one’s own shifts on or off',
  )
    .input(
      z
        .strictObject({ kind: z.enum(ownNoticeKinds), enabled: z.boolean(), minutes: count.min(5).max(240) })
        .refine(hasFittingMinutes, { error: 'Choose fewer or more minutes', path: ['minutes'] }),
    )
    .output(z.object({ ruleId: id })),
  /** `threshold` is the number of people for `zone_above`; the others ignore it. */
  setOfZone: inZone(
    'PUT /zones/{zoneId}/notices/{kind}',
    'set_zone_notice',
    'Turn a notice about a zone on or off',
  )
    .input(
      z
        .strictObject({
          zoneId: id,
          kind: z.enum(zoneNoticeKinds),
          enabled: z.boolean(),
          threshold: count.max(100_000).nullable(),
        })
        .refine(hasFittingThreshold, { error: 'Choose a number of people', path: ['threshold'] }),
    )
    .output(z.object({ ruleId: id }))
    .errors(pick('NOTICES_FULL')),
  follow: inZone(
    'PUT /zones/{zoneId}/notices/people/{userId}',
    'follow_person',
    'Choose whether to be told when a person enters or leaves a zone',
  )
    .input(z.strictObject({ zoneId: id, userId: id, follows: z.boolean() }))
    .output(z.object({ follows: z.boolean() }))
    .errors(pick('NOTICES_FULL', 'NOTICE_PEOPLE_FULL', 'USER_NOT_FOUND')),
  remove: signedIn('DELETE /notices/{ruleId}', 'remove_notice', 'Remove a notice')
    .input(z.strictObject({ ruleId: id }))
    .output(z.object({ removed: z.literal(true) }))
    .errors(pick('NOT_FOUND')),
}
