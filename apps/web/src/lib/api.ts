import type { contract } from '@muster/contract/contract.ts'
import { createORPCClient, ORPCError, onError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { takeAskedAhead } from './asked-ahead.ts'
import { isAborted } from './error-text.ts'
import { sessionStore } from './session-store.ts'

export type Api = ContractRouterClient<typeof contract>

const link = new RPCLink({
  url: () => new URL('/rpc', window.location.origin),
  headers: (): Record<string, string> => {
    const session = sessionStore.get()
    return session ? { authorization: `Bearer ${session.token}` } : {}
  },
  // Resolved at the time of the call, so that a test can put its own in place.
  fetch: (request, init) => takeAskedAhead(request) ?? globalThis.fetch(request, init),
  adapterInterceptors: [
    async options => {
      const token = options.request.headers.get('authorization')?.slice('Bearer '.length)
      const signsOut = options.path.join('/') === 'auth/signOut'
      if (token && !signsOut && !sessionStore.mayReadWith(token))
        throw new DOMException('This session is being signed out.', 'AbortError')
      const response = await options.next()
      // The server no longer knows this session: signed out here and in every other tab. At the sign-in 401 is a wrong password.
      const atSignIn = options.path.join('/') === 'auth/signIn'
      if (response.status === 401 && token && !atSignIn) sessionStore.expire(token)
      return response
    },
  ],
  interceptors: [
    onError(error => {
      if (error instanceof ORPCError || isAborted(error)) return
      console.warn('A call to the server failed:', error)
    }),
  ],
})

/** The typed client: `await api.zones.enter({ zoneId, pin })`. Throws `ORPCError` with the code of the contract. */
export const api: Api = createORPCClient(link)

/** Query and mutation options for TanStack Query: `useQuery(orpc.zones.mine.queryOptions())`. */
export const orpc = createTanstackQueryUtils(api)
