import type { OwnEmergency } from '@muster/contract/emergencies.ts'
import type { OwnAnswer } from '@muster/domain/emergency.ts'

type Answered = { readonly answer: { readonly state: OwnAnswer | 'undone' | 'not_there' } | null } & Pick<
  OwnEmergency,
  'state'
>

/** True while an emergency waits for an answer: whoever gave only a neutral one, or was marked as missing again, is still missing. */
export const needsAnswer = ({ answer, state }: Answered): boolean =>
  state === 'missing' || (answer === null && state !== 'safe')

/** True while it takes the whole screen: nobody knows how the person is, and they have said nothing since that became so. */
export const fillsScreen = ({ answer, state }: Answered): boolean =>
  state === 'missing' ? answer?.state !== 'neutral' : state === 'help' && answer === null
