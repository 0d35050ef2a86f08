import type pg from 'pg'

export type ConnectionRegistry = ReturnType<typeof createConnectionRegistry>

/** Lets connections to a lost server be dropped: if its host vanished, each query would wait for its timeout. */
export function createConnectionRegistry(now: () => number = () => performance.now()) {
  const openedAtByClient = new Map<pg.Client, number>()
  return {
    /** Tracks a connection from before it is opened until it ends. */
    track(client: pg.Client): void {
      openedAtByClient.set(client, now())
      client.once('end', () => openedAtByClient.delete(client))
    },
    /** Drops the connections opened before `time` (of `performance.now()`). Their queries fail as if the connection had broken. */
    dropOpenedBefore(time: number): void {
      for (const [client, openedAt] of openedAtByClient) if (openedAt < time) dropConnection(client)
    },
  }
}

/** Ends a connection without waiting for the server. */
export function dropConnection(client: pg.Client): void {
  const { connection } = client as pg.Client & {
    readonly connection: { readonly stream: { destroy(): void } }
  }
  connection.stream.destroy()
}
