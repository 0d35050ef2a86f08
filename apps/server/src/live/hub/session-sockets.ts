import type { Connection } from '../connection/switchboard.ts'

/** Counts the sockets of each session on this node. */
export function createSessionSockets(limit: number) {
  const sessionByConnection = new Map<Connection, string>()
  const countsBySession = new Map<string, number>()
  return {
    /** Counts the connection; returns false if the session has reached its limit. */
    admit(connection: Connection, sessionId: string): boolean {
      const otherCount = countsBySession.get(sessionId) ?? 0
      if (otherCount >= limit) return false
      countsBySession.set(sessionId, otherCount + 1)
      sessionByConnection.set(connection, sessionId)
      return true
    },
    remove(connection: Connection) {
      const sessionId = sessionByConnection.get(connection)
      if (sessionId === undefined) return
      sessionByConnection.delete(connection)
      const remainingCount = (countsBySession.get(sessionId) ?? 1) - 1
      if (remainingCount > 0) countsBySession.set(sessionId, remainingCount)
      else countsBySession.delete(sessionId)
    },
  }
}
