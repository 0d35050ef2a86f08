import type { Page } from '@playwright/test'

export type Watch = {
  /** The unexpected problems of all pages so far, in order of occurrence. */
  readonly problems: readonly string[]
  /** Allows responses with this status, which the journey provokes. */
  expectRefusal(status: number): void
  /** Allows requests to the origin of a second node. */
  expectOrigin(origin: string): void
  /** Allows lost connections and 503 responses from now on, because the journey stops the server. */
  expectDisconnect(): void
}

/**
 * Records unexpected console errors and violations of the content security policy, uncaught errors, crashes, and requests to other
 * hosts.
 */
export function createWatch(origin: string) {
  const problems: string[] = []
  const refusals = new Set<number>()
  let expectsDisconnects = false
  const hosts = new Set([new URL(origin).host])

  const isExpected = (text: string): boolean => {
    // The trace recorder reads the page's blob pictures, which the policy rightly denies to scripts.
    if (text.startsWith("Connecting to 'blob:")) return true
    const [, status] = /the server responded with a status of (\d+)/.exec(text) ?? []
    if (status) return refusals.has(Number(status)) || (expectsDisconnects && Number(status) === 503)
    return (
      expectsDisconnects &&
      /ERR_CONNECTION|ERR_INTERNET_DISCONNECTED|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED|ERR_CONTENT_LENGTH|ERR_NETWORK_CHANGED|WebSocket connection to|ERR_SOCKET/.test(
        text,
      )
    )
  }

  return {
    watch: {
      problems,
      expectRefusal: (status: number) => void refusals.add(status),
      expectOrigin: otherOrigin => void hosts.add(new URL(otherOrigin).host),
      expectDisconnect: () => {
        expectsDisconnects = true
      },
    } satisfies Watch,
    attach(page: Page): void {
      page.on('console', message => {
        const isProblem = message.type() === 'error' || /content security policy/i.test(message.text())
        if (isProblem && !isExpected(message.text()))
          problems.push(`console of ${page.url()}: ${message.text()} ${message.location().url}`)
      })
      page.on('pageerror', error => problems.push(`error on ${page.url()}: ${error.message}`))
      page.on('crash', () => problems.push(`crash of ${page.url()}`))
      page.on('request', request => {
        const url = new URL(request.url())
        if (/^(https?|wss?):$/.test(url.protocol) && !hosts.has(url.host))
          problems.push(`request to ${url.href}`)
      })
      page.on('websocket', socket => {
        if (!hosts.has(new URL(socket.url()).host)) problems.push(`socket to ${socket.url()}`)
      })
    },
  }
}
