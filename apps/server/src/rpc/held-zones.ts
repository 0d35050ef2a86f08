import { makeRoom } from '../lib/make-room.ts'
import type { ActorZoneRow } from './base.queries.ts'
import type { ActiveSession } from './sessions.ts'

/** What is known of zones as their people see them, for calls that come so often that each would read the same again. */
export type HeldZones = {
  /** The zone as this session sees it, where that is held and may be trusted. */
  get(actor: ActiveSession, zoneId: string): ActorZoneRow | undefined
  /** Reads it, and holds what was found: what is not there may be there in a moment. */
  read(
    actor: ActiveSession,
    zoneId: string,
    load: () => Promise<ActorZoneRow | undefined>,
  ): Promise<ActorZoneRow | undefined>
  /** To be called when an entry, a membership or the account of the person changed. */
  forgetUser(userId: string): void
  /** To be called when the zone changed. */
  forgetZone(zoneId: string): void
  forgetAll(): void
}

type Options = {
  /** Whether what changes is heard of in time; while it is not, every call reads. */
  readonly mayHold: () => boolean
  readonly now?: () => number
}
type Held = {
  readonly row: ActorZoneRow
  readonly userId: string
  readonly zoneId: string
  readonly until: number
}

/** A bound (ms) for the case that no event arrives. */
const KEEP = 30_000
const MOST = 100_000

export function createHeldZones({ mayHold, now = Date.now }: Options): HeldZones {
  const held = new Map<string, Held>()
  // Counts forgettings: an answer read before one must not be held after it.
  let generation = 0
  const keyOf = ({ sessionId }: ActiveSession, zoneId: string) => sessionId + zoneId.toLowerCase()

  function forget(what: (it: Held) => boolean): void {
    generation++
    for (const [key, it] of held) if (what(it)) held.delete(key)
  }

  return {
    get(actor, zoneId) {
      const found = held.get(keyOf(actor, zoneId))
      return found && found.until > now() && mayHold() ? found.row : undefined
    },
    async read(actor, zoneId, load) {
      const begun = generation
      const row = await load()
      if (!row || begun !== generation || !mayHold()) return row
      const entryEnds = row.entryEnds?.getTime() ?? Number.POSITIVE_INFINITY
      makeRoom(held, MOST)
      held.set(keyOf(actor, zoneId), {
        row,
        userId: actor.userId,
        zoneId: row.id,
        until: Math.min(now() + KEEP, entryEnds),
      })
      return row
    },
    forgetUser: userId => forget(it => it.userId === userId),
    forgetZone: zoneId => forget(it => it.zoneId === zoneId),
    forgetAll: () => forget(() => true),
  }
}
