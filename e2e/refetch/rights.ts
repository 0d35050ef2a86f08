import { permissions } from '@muster/domain/permission.ts'
import { sql } from 'kysely'
import type { Database } from '../../apps/server/src/db/database.ts'
import { readActorZone } from '../../apps/server/src/rpc/base.queries.ts'
import type { ActiveSession } from '../../apps/server/src/rpc/sessions.ts'

/** The functions that policies and statements use to read the rights of the actor. They depend on nothing but the actor. */
export const rightsFunctions: ReadonlySet<string> = new Set([
  'actor_role',
  'actor_can',
  'actor_zones',
  'actor_zones_with',
])

/** Reads what `rightsFunctions` return for the person, and their rights in the zone, as text. */
export const readRights = (db: Database, session: ActiveSession, zoneId: string): Promise<string> =>
  db.asActor(session, async tx => {
    const { rows } = await sql`
      select actor_role() as role, array(select actor_zones() order by 1) as zones,
        array(select jsonb_build_array(permission, actor_can(permission), array(select actor_zones_with(permission) order by 1))
          from unnest(${permissions}::text[]) permission) as permissions`.execute(tx)
    return JSON.stringify([session.role, session.email, rows, await readActorZone(tx, session, zoneId)])
  })
