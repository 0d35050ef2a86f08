/** Maximum number of topics that the server accepts in a message. */
const topicsAtMost = 1_000
/** Changes by several components within this time, in milliseconds, are sent together. */
const gatherMs = 50

type Options = {
  /** True if the server can receive a new list. */
  isReady(): boolean
  send(topics: string[]): void
}

/** Keeps the topics that components follow. The server gets the full list after every change. */
export function createSubscriptions({ isReady, send }: Options) {
  const watchers = new Map<string, number>()
  /** The list last sent on this connection. */
  let sentJson: string | undefined
  let gathering: ReturnType<typeof setTimeout> | undefined

  /** When sorted, zones come last, so they are the ones left out beyond the limit. */
  const list = () => [...watchers.keys()].sort().slice(0, topicsAtMost)

  function sync() {
    const topics = list()
    if (!isReady() || sentJson === topics.join()) return
    sentJson = topics.join()
    send(topics)
  }

  function sendSoon() {
    clearTimeout(gathering)
    gathering = setTimeout(sync, gatherMs)
  }

  function unwatch(topic: string) {
    const left = (watchers.get(topic) ?? 1) - 1
    if (left > 0) watchers.set(topic, left)
    else watchers.delete(topic)
    sendSoon()
  }

  return {
    has: (topic: string) => watchers.has(topic),
    /** Returns the list for a new connection. */
    begin(): string[] {
      const topics = list()
      sentJson = topics.join()
      return topics
    },
    sync,
    watch(topic: string): () => void {
      watchers.set(topic, (watchers.get(topic) ?? 0) + 1)
      sendSoon()
      let isDone = false
      return () => {
        if (!isDone) unwatch(topic)
        isDone = true
      }
    },
    /** Sends the same list again. */
    again() {
      sentJson = undefined
      sendSoon()
    },
    stop: () => clearTimeout(gathering),
  }
}
