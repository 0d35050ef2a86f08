import { type EmergencyKind, emergencyKinds, type OwnState } from './emergency.ts'
import type { Language } from './language.ts'

/** The people whom a plan may call besides those whom its kind calls. */
export const planAudiences = ['expected', 'members'] as const
export type PlanAudience = (typeof planAudiences)[number]

/** Translations of a text, by the language's code. */
export type TextsByLanguage = { readonly [Code in Language]?: string | undefined }
/** A text for everybody, with translations for those who read another language. */
export type PlanText = { readonly text: string; readonly texts: TextsByLanguage }
/** The words of a plan's answers; an answer without an entry has the usual words. Plans may offer neutral answers besides. */
export type AnswerWords = { readonly [State in OwnState]?: PlanText | undefined } & {
  readonly neutral?: PlanText[] | undefined
}

/** Maximum neutral answers of a plan. */
export const neutralAnswersMost = 3

/** Minutes after which a plan can ask again. */
export const askAgainChoices = [2, 5, 10, 15, 30, 60] as const
/** Minutes after which a plan can tell somebody that people have not answered. */
export const contactDelayChoices = [1, 2, 5, 10, 15, 30, 60] as const

/** Maximum times people are asked again. */
export const askAgainMost = 20

/** Returns the text in the reader's language. */
export const readPlanText = ({ text, texts }: PlanText, language: string): string =>
  texts[language as Language] || text

/** Lists the kinds for which a zone has no plan of its own, and therefore the default one. */
export const listDefaultKinds = (plans: readonly { readonly kind: EmergencyKind }[]): EmergencyKind[] =>
  emergencyKinds.filter(kind => !plans.some(plan => plan.kind === kind))
