import type { FastifyBaseLogger } from 'fastify'
import { probeMail } from './probe-mail.ts'

/** Interval (ms) between probes of a mail server that does not work. */
const RETRY_MS = 5 * 60_000
/** Interval (ms) between probes of a mail server that works. */
const RECHECK_MS = 15 * 60_000

/** What this node knows of the mail server, for System Status. */
export function createMailServerState() {
  let problem: string | null = null
  return {
    /** Why mail cannot be sent now, in one line of English, because it quotes the mail server; null if nothing is known to be wrong. */
    problem: () => problem,
    note(newProblem: string | null): void {
      problem = newProblem
    },
  }
}
export type MailServerState = ReturnType<typeof createMailServerState>

/**
 * Otherwise nobody would notice a wrong password before the next invitation. Logs a line when the server becomes unusable, and when
 * usable. Returns the function that ends the watch.
 */
export function watchMailServer(
  url: string,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
  state: Pick<MailServerState, 'note'>,
  { probe = probeMail, retryMs = RETRY_MS, recheckMs = RECHECK_MS } = {},
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let isReported = false

  async function look() {
    const problem = await probe(url)
    if (isStopped) return
    state.note(problem ?? null)
    if (!problem && isReported) log.info('The mail server of SMTP_URL can be used now')
    if (problem && !isReported)
      log.warn(`SMTP_URL: mail cannot be sent now. ${problem} Mail waits and is tried again.`)
    isReported = problem !== undefined
    timer = setTimeout(look, problem ? retryMs : recheckMs)
    timer.unref()
  }
  void look()
  return async () => {
    isStopped = true
    clearTimeout(timer)
  }
}
