import { createTransport } from 'nodemailer'
import { toMailErrorText } from './mail-error-text.ts'

/** Timeout (ms) for a mail server to accept a connection and the sign-in. */
const PROBE_TIMEOUT_MS = 8_000

/** Connects and signs in, without sending anything. Returns the reason in one line if the server refuses that. */
export async function probeMail(url: string, timeoutMs = PROBE_TIMEOUT_MS): Promise<string | undefined> {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })),
    timeoutMs,
  )
  try {
    await Promise.race([transport.verify(), timeout])
    return undefined
  } catch (error) {
    return toMailErrorText(error, readMailSecrets(url))
  } finally {
    clearTimeout(timer)
    transport.close()
  }
}

/** The parts of a mail server's URL that no message may contain. */
export function readMailSecrets(url: string | undefined): string[] {
  if (!url) return []
  const { password } = new URL(url)
  return password ? [password, decodeURIComponent(password)] : []
}
