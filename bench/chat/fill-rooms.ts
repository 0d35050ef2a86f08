import type pg from 'pg'

/** Inserts this many messages into each group, written by its members in rotation, without notifying anybody. */
export async function fillRooms(
  client: pg.Client,
  groupIds: readonly string[],
  messages: number,
): Promise<void> {
  await client.query('set session_replication_role = replica')
  try {
    for (let from = 0; from < groupIds.length; from += 50)
      await client.query(
        `insert into group_messages (group_id, number, request_id, sender_id, message_text, created_at)
         select g.id, n, gen_random_uuid(), g.people[1 + n % cardinality(g.people)],
           'bolt' || n % 97 || ' of rail' || n % 89 || ' is checked, ' || repeat('nothing else to say here, ', n % 5),
           now() - interval '1 second' * ($2::int - n)
         from (select group_id as id, array_agg(user_id) as people from group_members
           where group_id = any($1::uuid[]) group by group_id) g, generate_series(1, $2::int) n`,
        [groupIds.slice(from, from + 50), messages],
      )
    await client.query(
      'update groups set last_number = $2, last_message_at = now() where id = any($1::uuid[])',
      [groupIds, messages],
    )
  } finally {
    await client.query('set session_replication_role = origin')
  }
}
