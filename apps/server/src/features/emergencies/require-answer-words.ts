import { fail } from '../../rpc/fail.ts'
import { type EmergencyRow, isToEarlierOrder } from './emergencies.queries.ts'

type Answer = {
  readonly state: string
  readonly choice?: number | undefined
  readonly orderedAt?: string | undefined
}

/**
 * Returns the words of a neutral answer, from the emergency's own copy of its plan, so that nobody can say anything else; undefined for
 * the other answers. Throws ANSWER_UNKNOWN, also if the order has changed, because its answers have other words.
 */
export function requireAnswerWords(
  emergency: Pick<EmergencyRow, 'answers' | 'declared_at' | 'ordered_at'>,
  { state, choice, orderedAt }: Answer,
): string | undefined {
  const isOutdated = isToEarlierOrder(emergency, orderedAt)
  const words = choice === undefined || isOutdated ? undefined : emergency.answers.neutral?.[choice]?.text
  if ((state === 'neutral') !== (choice !== undefined) || (state === 'neutral' && !words))
    throw fail('ANSWER_UNKNOWN')
  return words
}
