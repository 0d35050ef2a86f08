import { openDatabase } from '@muster/server/src/db/database.ts'
import { createFactories } from '@muster/server/src/testing/factories.ts'
import { makeSenders, type Sender } from '../../durability/senders.ts'

const SENDERS = 24
const MESSAGE_WRITERS = 6

export type People = {
  readonly senders: readonly Sender[]
  readonly members: readonly { token: string }[]
  readonly manager: { token: string }
  readonly zoneId: string
  readonly groupId: string
}

/** Creates people who send checks, a group whose members write messages, and a manager. */
export async function addPeople(url: string): Promise<People> {
  const db = openDatabase(url, { size: 8 })
  try {
    const senders = await makeSenders(db, { senders: SENDERS, zones: 3 })
    const make = createFactories(db)
    const zone = await make.zone({ name: 'Long Quay' })
    const members = []
    for (let n = 0; n < MESSAGE_WRITERS; n++) {
      const user = await make.user()
      await make.assign(user, zone)
      members.push(user)
    }
    const manager = await make.user({ role: 'super_admin' })
    const { rows } = await db.pool.query(
      `insert into groups (name, zone_id) values ('Everybody', $1) returning id`,
      [zone.id],
    )
    const groupId = String(rows[0]?.id)
    await db.pool.query(
      'insert into group_members (group_id, zone_id, user_id) select $1, zone_id, user_id from zone_assignments where zone_id = $2',
      [groupId, zone.id],
    )
    return { senders, members, manager, zoneId: zone.id, groupId }
  } finally {
    await db.close()
  }
}
