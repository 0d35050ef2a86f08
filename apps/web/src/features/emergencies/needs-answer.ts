import type { OwnEmergency } from '@muster/contract/emergencies.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'

/** True while an emergency waits for an answer: whoever gave only a neutral one is still missing. */
export const needsAnswer = ({ answer, state }: OwnEmergency): boolean =>
  (answer === null && state !== 'safe') || (answer?.state === 'neutral' && state === 'missing')

/** True while the user is asked about an emergency, so that nothing else asks them. */
export const useNeedsAnswer = (): boolean =>
  useQuery(orpc.emergencies.mine.queryOptions()).data?.emergencies.some(needsAnswer) ?? false
