/** How many topics the server takes before it calls a message malformed. */
const topicsAtMost = 1_000
/** Wishes of several components within this time are sent at once. Milliseconds. */
const gatherMs = 50

type Options = {
  /** Whether the server takes a new list. */
  isReady(): boolean
  send(topics: string[]): void
}

/** The topics that components want. The server is told one list of them whenever it changes. */
export function createWantedTopics({ isReady, send }: Options) {
  const watchers = new Map<string, number>()
  /** The list the server was told last on this connection. */
  let told: string | undefined
  let gathering: ReturnType<typeof setTimeout> | undefined

  /** Sorted, zones come last and are the ones to wait where there are too many. */
  const list = () => [...watchers.keys()].sort().slice(0, topicsAtMost)

  function sync() {
    const topics = list()
    if (!isReady() || told === topics.join()) return
    told = topics.join()
    send(topics)
  }

  function soon() {
    clearTimeout(gathering)
    gathering = setTimeout(sync, gatherMs)
  }

  function unwatch(topic: string) {
    const left = (watchers.get(topic) ?? 1) - 1
    if (left > 0) watchers.set(topic, left)
    else watchers.delete(topic)
    soon()
  }

  return {
    has: (topic: string) => watchers.has(topic),
    /** The list for a new connection. */
    begin(): string[] {
      const topics = list()
      told = topics.join()
      return topics
    },
    sync,
    watch(topic: string): () => void {
      watchers.set(topic, (watchers.get(topic) ?? 0) + 1)
      soon()
      let isDone = false
      return () => {
        if (!isDone) unwatch(topic)
        isDone = true
      }
    },
    /** Tells the same list once more. */
    again() {
      told = undefined
      soon()
    },
    stop: () => clearTimeout(gathering),
  }
}
