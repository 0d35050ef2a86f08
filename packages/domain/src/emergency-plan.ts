import type { EmergencyKind, OwnState } from './emergency.ts'

/** The people whom a plan may call besides those whom its kind calls. */
export const planAudiences = ['expected', 'members'] as const
export type PlanAudience = (typeof planAudiences)[number]

/** Translations of a text by the code of any language, such as `pl`, whether the app has it or not. */
export type TextsByLanguage = { readonly [code: string]: string }
/** A text for everybody, with translations for those who read another language. */
export type PlanText = { readonly text: string; readonly texts: TextsByLanguage }
/** The words of a plan's answers; an answer without an entry has the usual words. Plans may offer neutral answers besides. */
export type AnswerWords = { readonly [State in OwnState]?: PlanText | undefined } & {
  readonly neutral?: PlanText[] | undefined
}

/** Maximum languages into which a text of a plan is translated. */
export const planLanguagesMost = 20

/** Maximum neutral answers of a plan. */
export const neutralAnswersMost = 3

/** Minutes after which a plan can ask again. */
export const askAgainChoices = [2, 5, 10, 15, 30, 60] as const
/** Minutes after which a plan can tell somebody that people have not answered. */
export const contactDelayChoices = [1, 2, 5, 10, 15, 30, 60] as const

/** Maximum times people are asked again. */
export const askAgainMost = 20

/** Returns the text in the first of the reader's languages, separated by commas, that has one; otherwise as it was written. */
export function readPlanText({ text, texts }: PlanText, languages: string): string {
  const code = languages.split(',').find(its => texts[its])
  return (code && texts[code]) || text
}

/** True for a kind whose default plan a call offers first, because no plan of the zone is marked for it. */
export const isDefaultFirst = (
  kind: EmergencyKind,
  plans: readonly { readonly kind: EmergencyKind; readonly usedFirst: boolean }[],
): boolean => !plans.some(plan => plan.kind === kind && plan.usedFirst)
