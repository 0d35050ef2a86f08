import { consentVersion } from '@muster/domain/consent.ts'
import { useQueryClient } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { useAct } from '../../ui/forms/use-act.ts'

/** Gives consent to being located in its current wording, or withdraws it. `at`: where it is given. */
export function useDecide(at: 'sign_in' | 'settings') {
  const client = useQueryClient()
  return useAct({
    call: (decision: 'given' | 'withdrawn') =>
      decision === 'given' ? api.consents.give({ version: consentVersion, at }) : api.consents.withdraw(),
    onDone: (answer, decision) => {
      client.setQueryData(orpc.consents.mine.queryKey(), answer)
      // Update the cache immediately, because waiting actions continue right away.
      client.setQueryData(orpc.auth.me.queryKey(), me => me && { ...me, consent: decision })
    },
    invalidatesUnlessLive: [orpc.auth.me.key(), orpc.presence.mySharing.key(), orpc.presence.mine.key()],
  })
}
