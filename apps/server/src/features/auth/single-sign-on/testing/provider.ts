import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export type PersonClaims = {
  readonly sub: string
  readonly email: string
  readonly email_verified: boolean
  readonly given_name?: string
  readonly family_name?: string
}

type GrantContext = {
  oidc: { client: { clientId: string }; session: { accountId: string }; provider: Provider }
}

/**
 * Starts an OpenID Connect provider on a local port. It signs in the person passed to `become` without a prompt; `visit` goes
 * through the sign-in like a browser and returns the redirect parameters.
 */
export async function startProvider(redirectUri: string) {
  let currentClaims: PersonClaims = { sub: 'nobody', email: 'nobody@example.org', email_verified: false }
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'muster', client_secret: 'a secret of the tests', redirect_uris: [redirectUri] }],
    cookies: { keys: ['of the tests'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    claims: { email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    interactions: { url: () => '/interaction' },
    findAccount: (_: unknown, accountId: string) => ({ accountId, claims: () => ({ ...currentClaims }) }),
    async loadExistingGrant({ oidc: { client, session } }: GrantContext) {
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const handleRequest = provider.callback()
  server.on('request', (request, response) => {
    if (request.url === '/interaction')
      return provider.interactionFinished(request, response, { login: { accountId: currentClaims.sub } })
    return handleRequest(request, response)
  })

  return {
    issuer,
    become(claims: PersonClaims) {
      currentClaims = claims
    },
    async visit(address: string): Promise<{ state: string; code: string }> {
      const cookies = new Map<string, string>()
      let url = address
      for (let step = 0; step < 10 && !url.startsWith(redirectUri); step++) {
        const response = await fetch(url, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        })
        for (const cookie of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
          cookies.set(name, value)
        }
        const location = response.headers.get('location')
        if (!location) throw new Error(`${response.status}: ${await response.text()}`)
        url = new URL(location, url).href
      }
      const { searchParams } = new URL(url)
      return { state: searchParams.get('state') ?? '', code: searchParams.get('code') ?? '' }
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
