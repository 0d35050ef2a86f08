import type { Tx } from '../../../db/database.ts'

/** Reads what a person needs to leave; empty if they said nothing. */
export async function readNote(tx: Tx, userId: string): Promise<string> {
  const row = await tx
    .selectFrom('evacuation_notes')
    .select('note')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.note ?? ''
}

/** Stores what a person needs to leave; an empty note removes it. */
export async function writeNote(tx: Tx, userId: string, note: string): Promise<void> {
  if (note === '') {
    await tx.deleteFrom('evacuation_notes').where('user_id', '=', userId).execute()
    return
  }
  await tx
    .insertInto('evacuation_notes')
    .values({ user_id: userId, note })
    .onConflict(it => it.column('user_id').doUpdateSet({ note, updated_at: new Date() }))
    .execute()
}

/** Lists the open emergencies that have a person on their roll, with the person's zone. */
export const listOpenWithPerson = (tx: Tx, userId: string) =>
  tx
    .selectFrom('emergency_people as p')
    .innerJoin('emergencies as e', 'e.id', 'p.emergency_id')
    .select(['e.id', 'e.zone_id', 'p.zone_id as person_zone_id'])
    .where('p.user_id', '=', userId)
    .where('e.all_clear_at', 'is', null)
    .execute()
