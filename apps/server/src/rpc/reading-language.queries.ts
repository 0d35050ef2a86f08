import { type ReadingLanguage, sourceLanguage } from '@muster/domain/language.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** The language in which a person reads. Owner only. */
export async function readLanguage(tx: Tx, userId: string): Promise<ReadingLanguage> {
  const { rows } = await sql<{ language: ReadingLanguage }>`
    select reading_language(id, language) as language from user_profiles where id = ${userId}`.execute(tx)
  return rows[0]?.language ?? sourceLanguage
}

/** The language in which the actor reads; English for nobody. */
export async function readOwnLanguage(tx: Tx): Promise<ReadingLanguage> {
  const { rows } = await sql<{ language: ReadingLanguage | null }>`
    select own_reading_language() as language`.execute(tx)
  return rows[0]?.language ?? sourceLanguage
}
