import { drillStandings } from '@muster/domain/drill-calendar.ts'
import { emergencyKinds } from '@muster/domain/emergency.ts'
import { neutralAnswersMost, planAudiences, planLanguagesMost } from '@muster/domain/emergency-plan.ts'
import { limits } from '@muster/domain/limits.ts'
import { textLanguageCodes } from '@muster/domain/text-language.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { fitting } from './fits.ts'
import { id, instant } from './ids.ts'
import { count } from './numbers.ts'
import { page, paging } from './paging.ts'
import { oneLine, text } from './texts.ts'

const { signedIn, inZone } = callsTagged('emergencies')

/** The code of a language in which a site writes, such as `pl`. */
const textLanguage = z
  .string()
  .refine(code => textLanguageCodes.includes(code), { error: 'Unknown language' })

/** A text for everybody, with translations by language. People without a translation read the first one. */
const planText = (limit: number) =>
  z.strictObject({
    text: text(limit).default(''),
    texts: fitting(
      z
        .record(textLanguage, text(limit))
        .refine(texts => Object.keys(texts).length <= planLanguagesMost, { error: 'Too many languages' })
        .default({}),
      'jsonb',
    ),
  })
const answerText = planText(40)
const hasDifferentWords = (answers: readonly { text: string }[]) =>
  new Set(answers.map(it => it.text)).size === answers.length

const planFields = {
  kind: z.enum(emergencyKinds),
  name: oneLine(80).min(1, 'Name the plan'),
  message: planText(500),
  /** The language of the texts for everybody; null if it is not known. */
  language: z.enum(textLanguageCodes).nullable().default(null),
  /** True if a call offers this plan first among those of its kind, instead of the default one. At most one of each kind is. */
  usedFirst: z.boolean().default(false),
  /** People whom the plan calls besides those whom its kind calls. */
  audience: fitting(z.array(z.enum(planAudiences)).max(planAudiences.length), 'text[]'),
  /** The words of the answers. Answers without an entry have the usual words. */
  answers: fitting(
    z.strictObject({
      safe: answerText.optional(),
      help: answerText.optional(),
      /** Further answers, which change no state: whoever is missing stays missing. */
      neutral: z
        .array(answerText.refine(it => it.text !== '', { error: 'Enter the answer' }))
        .max(neutralAnswersMost)
        .refine(hasDifferentWords, { error: 'Each answer must be different' })
        .optional(),
    }),
    'jsonb',
  ),
  /** The names of the assembly points that people are sent to. Empty: all of the zone. */
  pointNames: fitting(z.array(oneLine(80)).max(limits.assemblyPointsMost), 'text[]'),
  /** Minutes after which those who are still missing are asked again, until the all clear; null asks once. */
  askAgainMinutes: count.min(2).max(60).nullable(),
  /** Minutes after which the contacts are told how many are still missing; null tells nobody. */
  tellAfterMinutes: count.min(1).max(60).nullable(),
}

export const emergencyPlan = z.object({
  /** Null for the default plan of its kind, which cannot be deleted. */
  id: id.nullable(),
  kind: planFields.kind,
  /** Empty for the default plan. */
  name: z.string(),
  message: planFields.message,
  language: z.string().nullable(),
  /** True for the one plan of each kind that a call offers first. */
  usedFirst: z.boolean(),
  audience: planFields.audience,
  answers: planFields.answers,
  pointNames: z.array(z.string()).max(limits.assemblyPointsMost),
  askAgainMinutes: z.int().nullable(),
  tellAfterMinutes: z.int().nullable(),
  contacts: z.array(z.object({ id, name: z.string() })).max(limits.emergencyContactsMost),
  /** When the plan was saved last; null for the default plan. */
  changedAt: instant.nullable(),
  /** When the plan was last used in this zone. */
  usedAt: instant.nullable(),
})
export type EmergencyPlan = z.infer<typeof emergencyPlan>
const plans = z.object({
  plans: z.array(emergencyPlan).max(limits.emergencyPlansMost + emergencyKinds.length),
})

/** A day of the calendar, such as `2026-11-30`. */
const day = z.string()
export const zoneDrill = z.object({
  zoneId: id,
  zoneName: z.string(),
  everyMonths: z.int(),
  /** When the last drill ended. */
  lastDrillAt: instant.nullable(),
  dueOn: day,
  standing: z.enum(drillStandings),
})
export type ZoneDrill = z.infer<typeof zoneDrill>

/** The drill of a zone, or a zone without a calendar, which has 0 months and no due date. */
const listedDrill = zoneDrill.extend({
  dueOn: day.nullable(),
  standing: z.enum([...drillStandings, 'unplanned']),
})
export type ListedDrill = z.infer<typeof listedDrill>

export const emergencyPlans = {
  /** Lists the zone's plans by name, then the default plans. */
  list: inZone(
    'GET /zones/{zoneId}/emergency-plans',
    'list_emergency_plans',
    'List the emergency plans of a zone',
  )
    .input(z.strictObject({ zoneId: id }))
    .output(plans),
  /** The client creates the id. Nothing changes if `expectedChangedAt` is outdated. */
  save: inZone(
    'PUT /zones/{zoneId}/emergency-plans/{emergencyPlanId}',
    'save_emergency_plan',
    'Add or change an emergency plan',
  )
    .input(
      z.strictObject({
        zoneId: id,
        emergencyPlanId: id,
        ...planFields,
        contactIds: fitting(z.array(id).max(limits.emergencyContactsMost), 'uuid[]'),
        expectedChangedAt: instant.optional(),
      }),
    )
    .output(plans)
    .errors(
      pick(
        'LIST_CHANGED',
        'EMERGENCY_PLANS_FULL',
        'EMERGENCY_PLAN_NAME_TAKEN',
        'EMERGENCY_PLAN_NOT_FOUND',
        'EMERGENCY_CONTACT_NOT_FOUND',
        'ASSEMBLY_POINT_NOT_FOUND',
      ),
    ),
  remove: inZone(
    'DELETE /zones/{zoneId}/emergency-plans/{emergencyPlanId}',
    'delete_emergency_plan',
    'Delete an emergency plan',
  )
    .input(z.strictObject({ zoneId: id, emergencyPlanId: id }))
    .output(plans)
    .errors(pick('EMERGENCY_PLAN_NOT_FOUND')),
  /** Null if none is set. */
  drill: inZone('GET /zones/{zoneId}/drill-calendar', 'get_drill_calendar', 'Read how often a zone drills')
    .input(z.strictObject({ zoneId: id }))
    .output(z.object({ drill: zoneDrill.nullable() })),
  setDrill: inZone('PUT /zones/{zoneId}/drill-calendar', 'set_drill_calendar', 'Set how often a zone drills')
    .input(
      z.strictObject({
        zoneId: id,
        /** 0 ends the calendar. */
        everyMonths: count.max(limits.drillMonthsMost),
      }),
    )
    .output(z.object({ drill: zoneDrill.nullable() })),
  /** Covers zones where the caller may see who is inside: the next first, those without a calendar last. */
  drills: signedIn('GET /drills', 'list_drills', 'List when the zones drill next')
    .input(paging)
    .output(page(listedDrill))
    .errors(pick('CURSOR_INVALID')),
  /** Counts the zones whose drill is due or overdue among those in which the caller may declare one. */
  dueDrills: signedIn(
    'GET /drills/due',
    'count_due_drills',
    'Count the drills that are due or overdue',
  ).output(
    z.object({
      due: z.int(),
      overdue: z.int(),
      /** The most urgent one. */
      first: zoneDrill.nullable(),
    }),
  ),
}
