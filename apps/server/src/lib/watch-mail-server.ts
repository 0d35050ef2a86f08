import type { FastifyBaseLogger } from 'fastify'
import { probeMail } from './probe-mail.ts'

/** Interval (ms) between probes of a mail server that does not work. */
const RETRY_MS = 5 * 60_000

/**
 * Probes the mail server in the background at the start, because otherwise nobody would notice a wrong password before the first
 * invitation. Logs one line if it cannot be used, and another once it can. Returns a function that ends the watch.
 */
export function watchMailServer(
  url: string,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
  { probe = probeMail, retryMs = RETRY_MS } = {},
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let isReported = false

  async function look() {
    const problem = await probe(url)
    if (isStopped) return
    if (!problem) {
      if (isReported) log.info('The mail server of SMTP_URL can be used now')
      return
    }
    if (!isReported) log.warn(`SMTP_URL: mail cannot be sent now. ${problem} Mail waits and is tried again.`)
    isReported = true
    timer = setTimeout(look, retryMs)
    timer.unref()
  }
  void look()
  return async () => {
    isStopped = true
    clearTimeout(timer)
  }
}
