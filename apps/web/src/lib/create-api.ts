import type { contract } from '@muster/contract/contract.ts'
import { type ClientLink, createORPCClient } from '@orpc/client'
import { RPCLink, type RPCLinkOptions } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { fetchWithTimeout } from './fetch-with-timeout.ts'
import { toRequestHeaders } from './request-headers.ts'
import { makeLinksAbsolute, serverOrigin } from './server-address.ts'

export type Api = ContractRouterClient<typeof contract>
type Options = Omit<RPCLinkOptions<Record<never, never>>, 'url' | 'headers'>

/** Sends the session's token and makes the links in responses absolute. The page uses `api`; the service worker creates its own. */
export function createApi(getToken: () => string | undefined, options: Options = {}): Api {
  const link = new RPCLink({
    fetch: (request, init) => fetchWithTimeout(request, init),
    ...options,
    url: () => new URL('/rpc', serverOrigin()),
    headers: () => toRequestHeaders(getToken()),
  })
  const absoluteLink: ClientLink<Record<never, never>> = {
    call: async (path, input, callOptions) => makeLinksAbsolute(await link.call(path, input, callOptions)),
  }
  return createORPCClient(absoluteLink)
}
