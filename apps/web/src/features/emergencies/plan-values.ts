import { i18n } from '@lingui/core'
import type { EmergencyPlan } from '@muster/contract/emergency-plans.ts'
import type { EmergencyKind } from '@muster/domain/emergency.ts'
import type { PlanAudience, PlanText } from '@muster/domain/emergency-plan.ts'
import { v7 as uuidV7 } from 'uuid'
import { noTranslations, type Translations, toPlanTexts } from './plan-translations.tsx'
import { planName } from './use-plans.ts'

/** The choice of no reminders, or of telling nobody. */
export const neverValue = 'never'
const toMinutes = (value: string | null) => (value === null || value === neverValue ? null : Number(value))

const toTranslations = ({ message, answers }: EmergencyPlan): Translations => ({
  text: { ...message.texts },
  safe: { ...answers.safe?.texts },
  help: { ...answers.help?.texts },
})

export const toValues = (plan: EmergencyPlan | undefined) => ({
  // The id of a new plan.
  requestId: uuidV7(),
  // The version that the draft changes.
  changedAt: plan?.changedAt ?? null,
  name: plan ? planName(plan) : '',
  kind: plan?.kind ?? ('evacuate' as EmergencyKind),
  text: plan?.message.text ?? '',
  // Of a plan that was never saved, the language of its writer.
  language: plan?.id ? plan.language : i18n.locale,
  // Whoever changes the default plan wants it to be used.
  usedFirst: plan ? plan.id === null || plan.usedFirst : false,
  safe: plan?.answers.safe?.text ?? '',
  help: plan?.answers.help?.text ?? '',
  neutral: (plan?.answers.neutral ?? []) as PlanText[],
  translations: plan ? toTranslations(plan) : noTranslations,
  audience: (plan?.audience ?? []) as PlanAudience[],
  pointNames: plan?.pointNames ?? [],
  askAgain: String(plan?.askAgainMinutes ?? neverValue),
  tellAfter: String(plan?.tellAfterMinutes ?? neverValue),
  contacts: plan?.contacts ?? [],
})

export const toContent = (values: ReturnType<typeof toValues>) => ({
  name: values.name,
  kind: values.kind,
  usedFirst: values.usedFirst,
  ...toPlanTexts(values),
  audience: values.audience,
  pointNames: values.kind === 'evacuate' ? values.pointNames : [],
  askAgainMinutes: toMinutes(values.askAgain),
  tellAfterMinutes: toMinutes(values.tellAfter),
  contactIds: values.tellAfter === neverValue ? [] : values.contacts.map(it => it.id),
})
