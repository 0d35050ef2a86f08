import type { Env } from '../platform/env.ts'
import type { Mailer } from './mail.ts'
import { toMailErrorText } from './mail-error-text.ts'
import { readMailSecrets } from './probe-mail.ts'

/** Timeout (ms) for a test mail, shorter than the time a person waits at a button. */
const TEST_TIMEOUT_MS = 8_000

export type TestMailResult = {
  readonly accepted: boolean
  /** Time until the mail server's answer in milliseconds. */
  readonly tookMs: number
  /** Why the mail was not accepted, in one line of English, because it quotes the server; null if it was. */
  readonly problem: string | null
}

/** Sends a test mail past the mail queue and waits for the answer, at most eight seconds. Never rejects. */
export async function sendTestMail(
  mailer: Pick<Mailer, 'send'>,
  env: Pick<Env, 'SMTP_URL'>,
  mail: { readonly to: string; readonly subject: string; readonly text: string },
  timeoutMs = TEST_TIMEOUT_MS,
): Promise<TestMailResult> {
  const startedAt = performance.now()
  const toResult = (problem: string | null): TestMailResult => ({
    accepted: problem === null,
    tookMs: Math.round(performance.now() - startedAt),
    problem,
  })
  return mailer.send(mail, timeoutMs).then(
    () => toResult(null),
    error => toResult(toMailErrorText(error, readMailSecrets(env.SMTP_URL))),
  )
}
