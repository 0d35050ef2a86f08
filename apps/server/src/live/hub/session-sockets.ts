import type { Connection } from '../connection/switchboard.ts'

/** Counts the sockets of each session on this node. */
export function createSessionSockets(limit: number) {
  const sessionByConnection = new Map<Connection, string>()
  const counts = new Map<string, number>()
  return {
    /** Returns false if the session has reached its limit. */
    admit(connection: Connection, sessionId: string): boolean {
      const others = counts.get(sessionId) ?? 0
      if (others >= limit) return false
      counts.set(sessionId, others + 1)
      sessionByConnection.set(connection, sessionId)
      return true
    },
    remove(connection: Connection) {
      const sessionId = sessionByConnection.get(connection)
      if (sessionId === undefined) return
      sessionByConnection.delete(connection)
      const left = (counts.get(sessionId) ?? 1) - 1
      if (left > 0) counts.set(sessionId, left)
      else counts.delete(sessionId)
    },
  }
}
