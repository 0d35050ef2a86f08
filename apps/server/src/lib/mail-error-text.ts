/** Maximum characters of a mail server's own words. */
const MAX_CHARS = 200

type MailError = {
  readonly code?: string
  readonly message?: string
  readonly response?: string
  readonly name?: string
}

/** One line: the server's response, else what happened to the connection; shortened, cleaned, never with `secrets`. */
export function toMailErrorText(error: unknown, secrets: readonly string[] = []): string {
  const { code, message = '', response, name } = (error ?? {}) as MailError
  if (response) return `The mail server answered: ${clean(response, secrets)}`
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ETIMEDOUT')
    return 'The mail server did not answer in time.'
  if (code === 'ECONNREFUSED' || /ECONNREFUSED/.test(message))
    return 'The mail server refused the connection.'
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(message)) return 'The name of the mail server is unknown.'
  if (code === 'ETLS' || /certificate|SSL|TLS/i.test(message))
    return `The mail server’s TLS cannot be used: ${clean(message, secrets)}`
  return `The mail could not be sent: ${clean(message || 'no reason was given', secrets)}`
}

function clean(text: string, secrets: readonly string[]): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  const hidden = secrets.filter(Boolean).reduce((safe, secret) => safe.replaceAll(secret, '…'), line)
  return hidden.length > MAX_CHARS ? `${hidden.slice(0, MAX_CHARS)} …` : hidden
}
