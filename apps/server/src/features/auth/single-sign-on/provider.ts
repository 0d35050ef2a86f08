import { email as emailAddress } from '@muster/contract/auth.ts'
import { createAuthorizationURL, validateAuthorizationCode, validateToken } from 'better-auth/oauth2'
import { z } from 'zod'
import { readBoundedText } from '../../../lib/bounded-text.ts'
import { fail } from '../../../rpc/fail.ts'

export type SingleSignOnSettings = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Label of the sign-in button. */
  readonly name: string
  /** The allowed email domains in lower case; empty for any. */
  readonly domains: readonly string[]
  /** Refuses people without an account, or creates one for them. */
  readonly unknown: 'refuse' | 'create'
}

export type Claims = {
  readonly sub: string
  /** In lower case; null if the provider has not verified it. */
  readonly email: string | null
  readonly firstName: string
  readonly lastName: string
}

export type Provider = {
  /** The URL to redirect the browser to. Throws SSO_UNAVAILABLE. */
  addressFor(attempt: { state: string; nonce: string; verifier: string }): Promise<string>
  /** Exchanges the code, which the provider accepts only once, for the person's claims. Throws SSO_UNAVAILABLE, SSO_REFUSED. */
  exchange(code: string, attempt: { nonce: string; verifier: string }): Promise<Claims>
}

/** Timeout of each request to the provider; a whole sign-in may take twice as long. */
const TIMEOUT_MS = 8_000
const MAX_RESPONSE_BYTES = 256 * 1024
const METADATA_TTL_MS = 10 * 60_000

const urlSchema = z.url({ protocol: /^https?$/ })
const metadataSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: urlSchema,
  token_endpoint: urlSchema,
  jwks_uri: urlSchema,
  userinfo_endpoint: urlSchema.optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
})

const personSchema = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().max(254).optional(),
  email_verified: z.union([z.boolean(), z.literal('true').transform(() => true)]).optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  name: z.string().optional(),
})
const idTokenSchema = personSchema.extend({
  nonce: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.string().optional(),
})

/** The OpenID Connect provider is discovered from its issuer URL; its metadata is cached for ten minutes. */
export function createProvider(
  { issuer, clientId, clientSecret }: SingleSignOnSettings,
  redirectURI: string,
  timeoutMs = TIMEOUT_MS,
): Provider {
  const options = { clientId, clientSecret }
  let cachedMetadata: { metadata: z.output<typeof metadataSchema>; until: number } | undefined

  async function discover() {
    if (cachedMetadata && cachedMetadata.until > Date.now()) return cachedMetadata.metadata
    const discoveredMetadata = metadataSchema.parse(
      await getJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, timeoutMs),
    )
    if (discoveredMetadata.issuer !== issuer)
      throw new Error(`The provider calls itself ${discoveredMetadata.issuer}`)
    cachedMetadata = { metadata: discoveredMetadata, until: Date.now() + METADATA_TTL_MS }
    return discoveredMetadata
  }

  return {
    addressFor: ({ state, nonce, verifier }) =>
      mapProviderErrors(2 * timeoutMs, async () => {
        const { authorization_endpoint: authorizationEndpoint } = await discover()
        const url = await createAuthorizationURL({
          id: 'single-sign-on',
          options,
          authorizationEndpoint,
          redirectURI,
          state,
          nonce,
          codeVerifier: verifier,
          scopes: ['openid', 'email', 'profile'],
        })
        return url.href
      }),

    exchange: (code, { nonce, verifier }) =>
      mapProviderErrors(2 * timeoutMs, async () => {
        const metadata = await discover()
        const supportsBasicAuth =
          metadata.token_endpoint_auth_methods_supported.includes('client_secret_basic')
        const tokens = await validateAuthorizationCode({
          code,
          codeVerifier: verifier,
          redirectURI,
          options,
          tokenEndpoint: metadata.token_endpoint,
          authentication: supportsBasicAuth ? 'basic' : 'post',
        })
        const { payload } = await validateToken(tokens.idToken ?? '', metadata.jwks_uri, {
          audience: clientId,
          issuer,
        })
        const parsedClaims = idTokenSchema.safeParse(payload)
        if (!parsedClaims.success || parsedClaims.data.nonce !== nonce) throw fail('SSO_REFUSED')
        if (!isIssuedForClient(parsedClaims.data, clientId)) throw fail('SSO_REFUSED')
        if (parsedClaims.data.email || !metadata.userinfo_endpoint) return readClaims(parsedClaims.data)
        // Some providers put only the subject into the token and return the rest from the userinfo endpoint.
        const userInfo = personSchema.safeParse(
          await getJson(metadata.userinfo_endpoint, timeoutMs, tokens.accessToken),
        )
        if (!userInfo.success || userInfo.data.sub !== parsedClaims.data.sub) throw fail('SSO_REFUSED')
        return readClaims(userInfo.data)
      }),
  }
}

/**
 * True if the token is for this client. A token for several audiences must have an `azp`, and any `azp` must be our client id
 * (OpenID Connect Core, 3.1.3.7).
 */
function isIssuedForClient(
  { aud, azp }: { aud: string | string[]; azp?: string | undefined },
  clientId: string,
) {
  const hasOtherAudiences = [aud].flat().some(audience => audience !== clientId)
  return azp === undefined ? !hasOtherAudiences : azp === clientId
}

function readClaims({
  sub,
  email,
  email_verified,
  given_name,
  family_name,
  name,
}: z.output<typeof personSchema>): Claims {
  const [firstWord = '', ...otherWords] = (name ?? '').trim().split(/\s+/)
  // Some providers accept any text as the email address, even line breaks; an invalid one counts as missing.
  const address = emailAddress.safeParse(email?.trim().toLowerCase())
  return {
    sub,
    email: email_verified === true && address.success ? address.data : null,
    firstName: given_name ?? firstWord,
    lastName: family_name ?? otherWords.join(' '),
  }
}

async function getJson(url: string, timeoutMs: number, token?: string): Promise<unknown> {
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
  })
  if (!response.ok) throw new Error(`${new URL(url).host} answered with ${response.status}`)
  return JSON.parse(await readBoundedText(response, MAX_RESPONSE_BYTES))
}

/**
 * Runs `work` with a timeout. Maps a refusal by the provider, or an invalid token, to SSO_REFUSED, and any other failure, including
 * the timeout, to SSO_UNAVAILABLE.
 */
async function mapProviderErrors<T>(timeoutMs: number, work: () => Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new Error('The provider takes too long')), timeoutMs)
  try {
    return await Promise.race([work(), timeout.promise])
  } catch (error) {
    const { code = '', status } = error as { code?: unknown; status?: unknown }
    if (code === 'SSO_REFUSED') throw error
    const isRefusal = typeof status === 'number' && status >= 400 && status < 500
    if (isRefusal || /^ERR_(JWT|JWS|JOSE_ALG|JWKS_NO)/.test(String(code))) throw fail('SSO_REFUSED')
    throw fail('SSO_UNAVAILABLE')
  } finally {
    clearTimeout(timer)
  }
}
