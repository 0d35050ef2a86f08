import { fail } from '../../rpc/fail.ts'
import { type EmergencyRow, isToEarlierOrder } from './emergencies.queries.ts'

type Answer = {
  readonly state: string
  readonly choice?: number | undefined
  readonly orderedAt?: string | undefined
}

/** From the emergency's copy of its plan; undefined for other answers. Throws ANSWER_UNKNOWN, also if the order has changed. */
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
