import type { Broadcast } from '@muster/contract/broadcasts.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { useNow } from '../../ui/time/use-now.ts'

/** Maximum number of unanswered questions that are looked at. */
const maxQuestions = 20
/** Milliseconds after which an unanswered question that is not urgent no longer waits for the person. */
const questionAgeMs = 7 * 24 * 60 * 60_000

/** Returns the questions of the last days that are not urgent and that the person has not answered, in one or in all zones. */
export function useUnansweredBroadcasts(zoneId?: string) {
  const query = useQuery(
    orpc.broadcasts.list.queryOptions({ input: { zoneId, unanswered: true, limit: maxQuestions } }),
  )
  const since = useNow() - questionAgeMs
  return { query, questions: query.data?.rows.filter(broadcast => isUnanswered(broadcast, since)) ?? [] }
}

const isUnanswered = ({ answers, mine, priority, sentAt }: Broadcast, since: number) =>
  answers.length > 0 &&
  priority !== 'urgent' &&
  mine !== null &&
  mine.answer === null &&
  sentAt !== null &&
  Date.parse(sentAt) > since
