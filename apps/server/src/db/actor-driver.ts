import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely'
import pg from 'pg'
import type { Actor } from './actor.ts'

/** Holds the actor of the transaction that is being opened. */
export const actorStorage = new AsyncLocalStorage<Actor>()

/** Sets the actor in the round trip that begins the transaction. Throws if there is no actor. */
class ActorDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const actor = actorStorage.getStore()
    if (!actor) throw new Error('A transaction of a request needs to know who acts: use db.asActor.')
    const [userLiteral, sessionLiteral] = [toUuidLiteral(actor.userId), toUuidLiteral(actor.sessionId)]
    await connection.executeQuery(
      CompiledQuery.raw(
        `begin; select set_config('muster.user_id', ${userLiteral}, true), set_config('muster.session_id', ${sessionLiteral}, true)`,
      ),
    )
  }
}

export class ActorDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): ActorDriver {
    return new ActorDriver(this.#config)
  }
}

const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Throws for an invalid id before anything is sent, because a transaction that fails while it begins would stay open. */
function toUuidLiteral(id: string): string {
  if (!UUID_PATTERN.test(id)) throw new Error('The id of an actor or of a session is no UUID.')
  return pg.escapeLiteral(id)
}
