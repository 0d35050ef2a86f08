import { fail } from '../../rpc/fail.ts'
import type { EmergencyRow } from './emergencies.queries.ts'

type Answer = { readonly state: string; readonly choice?: number | undefined }

/**
 * Returns the words of a neutral answer, from the emergency's own copy of its plan, so that nobody can say anything else; undefined for
 * the other answers. Throws ANSWER_UNKNOWN.
 */
export function requireAnswerWords(
  { answers }: Pick<EmergencyRow, 'answers'>,
  { state, choice }: Answer,
): string | undefined {
  const words = choice === undefined ? undefined : answers.neutral?.[choice]?.text
  if ((state === 'neutral') !== (choice !== undefined) || (state === 'neutral' && !words))
    throw fail('ANSWER_UNKNOWN')
  return words
}
