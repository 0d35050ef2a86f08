import type { Connection } from '../connection/switchboard.ts'

/** Maps topics to the connections that receive their entries. */
export function createTopicWatchers() {
  const watchers = new Map<string, Set<Connection>>()
  const watched = new Map<Connection, ReadonlySet<string>>()

  function unwatch(connection: Connection, topic: string) {
    const set = watchers.get(topic)
    set?.delete(connection)
    if (set?.size === 0) watchers.delete(topic)
  }

  return {
    get: (topic: string): ReadonlySet<Connection> | undefined => watchers.get(topic),
    /** Sets exactly these topics for the connection. */
    watch(connection: Connection, topics: ReadonlySet<string>) {
      const before = watched.get(connection)
      for (const topic of before ?? []) if (!topics.has(topic)) unwatch(connection, topic)
      for (const topic of topics) {
        if (before?.has(topic)) continue
        const set = watchers.get(topic)
        if (set) set.add(connection)
        else watchers.set(topic, new Set([connection]))
      }
      watched.set(connection, topics)
    },
    remove(connection: Connection) {
      for (const topic of watched.get(connection) ?? []) unwatch(connection, topic)
      watched.delete(connection)
    },
  }
}
