import type { EmergencyPlan } from '@muster/contract/emergency-plans.ts'
import { emergencyKinds } from '@muster/domain/emergency.ts'
import { type AnswerWords, isDefaultFirst, readPlanText } from '@muster/domain/emergency-plan.ts'
import { toDisplayName } from '../../../db/person-names.ts'
import type { listContacts, listUses, PlanRow } from './plans.queries.ts'

type Contacts = Awaited<ReturnType<typeof listContacts>>
type Uses = Awaited<ReturnType<typeof listUses>>

/** The zone's plans by name, then the default plans. */
export function plansView(rows: readonly PlanRow[], contacts: Contacts, uses: Uses): EmergencyPlan[] {
  const plans = rows.map(row => planView(row, contacts, uses))
  const defaults = emergencyKinds.map(
    (kind): EmergencyPlan => ({
      id: null,
      kind,
      name: '',
      message: { text: '', texts: {} },
      language: null,
      usedFirst: isDefaultFirst(kind, plans),
      audience: [],
      answers: {},
      pointNames: [],
      askAgainMinutes: null,
      tellAfterMinutes: null,
      contacts: [],
      changedAt: null,
      usedAt: uses.find(it => it.plan_id === null && it.kind === kind)?.at.toISOString() ?? null,
    }),
  )
  return [...plans, ...defaults]
}

const planView = (row: PlanRow, contacts: Contacts, uses: Uses): EmergencyPlan => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  message: { text: row.message, texts: row.messages },
  language: row.language,
  usedFirst: row.used_first,
  audience: row.audience,
  answers: row.answers,
  pointNames: row.point_names,
  askAgainMinutes: row.ask_again_minutes,
  tellAfterMinutes: row.tell_after_minutes,
  contacts: contacts
    .filter(it => it.plan_id === row.id)
    .map(({ user_id, name }) => ({ id: user_id, name: toDisplayName(name) })),
  changedAt: row.changed_at,
  // The kind of a plan may have changed since.
  usedAt:
    uses
      .filter(it => it.plan_id === row.id)
      .map(it => it.at.toISOString())
      .sort()
      .at(-1) ?? null,
})

/** The words of the answers in a language; empty for the usual words. */
export const answerWords = (answers: AnswerWords, language: string) => ({
  safe: answers.safe ? readPlanText(answers.safe, language) : '',
  help: answers.help ? readPlanText(answers.help, language) : '',
})

export const neutralAnswers = (answers: AnswerWords, language: string): string[] =>
  answers.neutral?.map(it => readPlanText(it, language)) ?? []

/** The words of a neutral answer in a language; as they were stored if the emergency does not have them. */
export const neutralWords = (answers: AnswerWords, words: string, language: string): string => {
  const answer = answers.neutral?.find(it => it.text === words)
  return answer ? readPlanText(answer, language) : words
}
