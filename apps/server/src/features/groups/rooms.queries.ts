import type pg from 'pg'

export type RoomRow = {
  readonly group_id: string
  readonly zone_id: string
  readonly is_member: boolean
}

/**
 * Lists the zone of each group and whether the person is in the group. Reads as the database owner; the person's role in the zone
 * decides whether they may read the conversation.
 */
export async function listUserRooms(
  pool: pg.Pool,
  userId: string,
  groupIds: readonly string[],
): Promise<RoomRow[]> {
  const { rows } = await pool.query<RoomRow>(
    `select g.id as group_id, g.zone_id, m.id is not null as is_member
     from groups g left join group_members m on m.group_id = g.id and m.user_id = $1
     where g.id = any($2::uuid[])`,
    [userId, groupIds],
  )
  return rows
}
