import type { Connection } from '../connection/switchboard.ts'

/** Maps topics to the connections that receive their entries. */
export function createTopicWatchers() {
  const watchersByTopic = new Map<string, Set<Connection>>()
  const topicsByConnection = new Map<Connection, ReadonlySet<string>>()

  function unwatch(connection: Connection, topic: string) {
    const topicWatchers = watchersByTopic.get(topic)
    topicWatchers?.delete(connection)
    if (topicWatchers?.size === 0) watchersByTopic.delete(topic)
  }

  return {
    get: (topic: string): ReadonlySet<Connection> | undefined => watchersByTopic.get(topic),
    /** Replaces the connection's topics with these. */
    watch(connection: Connection, topics: ReadonlySet<string>) {
      const previousTopics = topicsByConnection.get(connection)
      for (const topic of previousTopics ?? []) if (!topics.has(topic)) unwatch(connection, topic)
      for (const topic of topics) {
        if (previousTopics?.has(topic)) continue
        const topicWatchers = watchersByTopic.get(topic)
        if (topicWatchers) topicWatchers.add(connection)
        else watchersByTopic.set(topic, new Set([connection]))
      }
      topicsByConnection.set(connection, topics)
    },
    remove(connection: Connection) {
      for (const topic of topicsByConnection.get(connection) ?? []) unwatch(connection, topic)
      topicsByConnection.delete(connection)
    },
  }
}
