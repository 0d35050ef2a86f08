import { plural, t } from '@lingui/core/macro'
import type { EmergencyPlan } from '@muster/contract/emergency-plans.ts'
import { formatList } from '../../lib/format-list.ts'
import { textLanguageName } from '../../lib/text-languages.ts'

export const minutesText = (minutes: number): string =>
  t`${plural(minutes, { one: '# minute', other: '# minutes' })}`
export const monthsText = (months: number): string =>
  t`${plural(months, { one: '# month', other: '# months' })}`

/** What a plan does besides calling people, one sentence each. */
export function planFacts(plan: EmergencyPlan): string[] {
  const { askAgainMinutes, tellAfterMinutes, contacts, pointNames, audience } = plan
  const facts: string[] = []
  const translations = listTranslations(plan)
  const main = plan.language
  if (main && (plan.message.text !== '' || translations.length > 0)) {
    const names = formatList([main, ...translations].map(textLanguageName))
    facts.push(t`In ${names}`)
  } else if (translations.length > 0) {
    const names = formatList(translations.map(textLanguageName))
    facts.push(t`Translated into ${names}`)
  }
  if (audience.includes('members')) facts.push(t`Calls all members`)
  if (audience.includes('expected')) facts.push(t`Calls those expected by shift`)
  if (pointNames.length > 0) {
    const points = formatList(pointNames)
    facts.push(t`Sends people to ${points}`)
  }
  if (plan.answers.neutral?.length) {
    const words = formatList(plan.answers.neutral.map(it => `“${it.text}”`))
    facts.push(t`Further answers: ${words}`)
  }
  if (askAgainMinutes !== null) {
    const span = minutesText(askAgainMinutes)
    facts.push(t`Asks again every ${span}`)
  }
  if (tellAfterMinutes !== null) {
    const names = formatList(contacts.map(it => it.name))
    const span = minutesText(tellAfterMinutes)
    facts.push(
      contacts.length === 0
        ? t`Nobody is told: those chosen have left the zone`
        : t`Tells ${names} after ${span}`,
    )
  }
  return facts
}

const listTranslations = ({ message, answers }: EmergencyPlan): string[] => [
  ...new Set(
    [message, answers.safe, answers.help, ...(answers.neutral ?? [])].flatMap(it =>
      Object.entries(it?.texts ?? {}).flatMap(([code, text]) => (text ? [code] : [])),
    ),
  ),
]
