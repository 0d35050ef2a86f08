import { feedPositionHeader } from '@muster/contract/feed-position.ts'
import { ORPCError, onError } from '@orpc/client'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { type Api, createApi } from './create-api.ts'
import { takeEarlyRead } from './early-reads.ts'
import { isAborted } from './error-text.ts'
import { feedStart } from './feed-start.ts'
import { fetchWithTimeout } from './fetch-with-timeout.ts'
import { sessionStore } from './session-store.ts'

export type { Api } from './create-api.ts'

/** `await api.zones.enter({ zoneId, pin })`. An expected failure is an `ORPCError` with a code from the contract. */
export const api: Api = createApi(() => sessionStore.get()?.token, {
  fetch: (request, init) => takeEarlyRead(request) ?? fetchWithTimeout(request, init),
  adapterInterceptors: [
    async options => {
      const token = options.request.headers.get('authorization')?.slice('Bearer '.length)
      const isSignOut = options.path.join('/') === 'auth/signOut'
      if (token && !isSignOut && !sessionStore.mayReadWith(token))
        throw new DOMException('This session is being signed out.', 'AbortError')
      const sentAt = Date.now()
      const response = await options.next()
      if (token && response.ok && token === sessionStore.get()?.token)
        feedStart.record(token, response.headers.get(feedPositionHeader), sentAt)
      // The server no longer accepts this session, so sign out here and in every other tab. During sign-in, a 401 means a wrong
      // password.
      const isSignIn = options.path.join('/') === 'auth/signIn'
      if (response.status === 401 && token && !isSignIn) sessionStore.expire(token)
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

/** Query and mutation options for TanStack Query: `useQuery(orpc.zones.mine.queryOptions())`. */
export const orpc = createTanstackQueryUtils(api)
