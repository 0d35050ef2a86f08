import { existsSync } from 'node:fs'

/** Error codes of failed connections and of sign-ins that PostgreSQL refuses. */
const connectionCodes = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|28P01|28000|3D000|42501)$/

/** Error codes of a server certificate that no trusted authority signed. */
const untrustedCodes =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?)$/

type StartError = { readonly code?: string; readonly message?: string; readonly path?: string }

/** One line for a problem of database or disk; undefined for bugs. docs/database-tls.md explains the lines about TLS. */
export function toStartProblem(
  error: unknown,
  env: { readonly DATABASE_URL?: string | undefined; readonly DATA_DIR?: string | undefined },
): string | undefined {
  const { code = '', message = '', path = '' } = (error ?? {}) as StartError
  if (code === 'ENOSPC' || code === '53100')
    return `The disk is full (DATA_DIR ${env.DATA_DIR ?? './data'}): make space, and start Muster again.`
  if (!env.DATABASE_URL) return undefined
  if (code === 'ENOENT' && path && isNamedIn(env.DATABASE_URL, path) && !existsSync(path))
    return `DATABASE_URL: the certificate file ${path} does not exist.`
  if (untrustedCodes.test(code))
    return 'DATABASE_URL: the database’s certificate is not trusted. Set sslmode=verify-full&sslrootcert=/path/to/its-ca.crt in it (docs/database-tls.md).'
  if (code === 'CERT_HAS_EXPIRED') return 'DATABASE_URL: the database’s certificate has expired.'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'DATABASE_URL: the database’s certificate is for another host name than the one in the URL (docs/database-tls.md).'
  if (/server does not support SSL/i.test(message))
    return 'DATABASE_URL: the database does not offer TLS. Turn it on there (ssl = on), or set sslmode=disable.'
  if (/no encryption|SSL off/i.test(message))
    return 'DATABASE_URL: the database asks for TLS. Add sslmode=verify-full to it (docs/database-tls.md).'
  if (connectionCodes.test(code)) return `DATABASE_URL: the database cannot be used: ${message || code}.`
  return undefined
}

/** True if one of the URL’s parameters for certificates names the file. */
const isNamedIn = (url: string, path: string): boolean =>
  ['sslrootcert', 'sslcert', 'sslkey'].some(name => new URL(url).searchParams.get(name) === path)
