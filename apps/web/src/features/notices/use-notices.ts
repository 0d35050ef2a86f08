import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { useAct } from '../../ui/forms/use-act.ts'

export const useNotices = () => useQuery(orpc.notices.list.queryOptions())

type Inputs = {
  own: Parameters<typeof api.notices.setOwn>[0]
  zone: Parameters<typeof api.notices.setOfZone>[0]
  follow: Parameters<typeof api.notices.follow>[0]
}

/** Returns an action that saves a choice and then reads the notices again. */
export function useNoticeAct<Input>(call: (input: Input) => Promise<unknown>) {
  return useAct({
    call,
    failed: t`Your choice couldn’t be saved. Try again.`,
    invalidates: [orpc.notices.key()],
  })
}

export const useSetOwn = () => useNoticeAct((input: Inputs['own']) => api.notices.setOwn(input))
export const useSetOfZone = () => useNoticeAct((input: Inputs['zone']) => api.notices.setOfZone(input))
export const useFollow = () => useNoticeAct((input: Inputs['follow']) => api.notices.follow(input))
