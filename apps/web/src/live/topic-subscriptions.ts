/** Maximum number of topics that the server accepts in a message. */
const maxTopics = 1_000
/** Changes by several components within this time, in milliseconds, are sent together. */
const batchMs = 50

type Options = {
  /** True if the server can receive a new list. */
  isReady(): boolean
  send(topics: string[]): void
}

/** Creates the list of topics that components follow. The server gets the full list after every change. */
export function createSubscriptions({ isReady, send }: Options) {
  const watcherCountsByTopic = new Map<string, number>()
  /** The list last sent on this connection. */
  let sentTopics: string | undefined
  let batchTimer: ReturnType<typeof setTimeout> | undefined

  /** Returns the topics, up to the limit. Zones are sorted last, so they are the ones left out beyond it. */
  const listTopics = () => [...watcherCountsByTopic.keys()].sort().slice(0, maxTopics)

  function sync() {
    const topics = listTopics()
    if (!isReady() || sentTopics === topics.join()) return
    sentTopics = topics.join()
    send(topics)
  }

  function sendSoon() {
    clearTimeout(batchTimer)
    batchTimer = setTimeout(sync, batchMs)
  }

  function unwatch(topic: string) {
    const remainingWatchers = (watcherCountsByTopic.get(topic) ?? 1) - 1
    if (remainingWatchers > 0) watcherCountsByTopic.set(topic, remainingWatchers)
    else watcherCountsByTopic.delete(topic)
    sendSoon()
  }

  return {
    has: (topic: string) => watcherCountsByTopic.has(topic),
    /** Returns the list for a new connection. */
    begin(): string[] {
      const topics = listTopics()
      sentTopics = topics.join()
      return topics
    },
    sync,
    watch(topic: string): () => void {
      watcherCountsByTopic.set(topic, (watcherCountsByTopic.get(topic) ?? 0) + 1)
      sendSoon()
      let isDone = false
      return () => {
        if (!isDone) unwatch(topic)
        isDone = true
      }
    },
    /** Sends the list again, even if it has not changed. */
    again() {
      sentTopics = undefined
      sendSoon()
    },
    stop: () => clearTimeout(batchTimer),
  }
}
