import { type ReadingLanguage, sourceLanguage } from '@muster/domain/language.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

export async function readLanguage(tx: Tx, userId: string): Promise<ReadingLanguage> {
  const { rows } = await sql<{ language: ReadingLanguage }>`
    select reading_language(id, language) as language from user_profiles where id = ${userId}`.execute(tx)
  return rows[0]?.language ?? sourceLanguage
}

/** Reads the actor's language; English if nobody is signed in. */
export async function readOwnLanguage(tx: Tx): Promise<ReadingLanguage> {
  const { rows } = await sql<{ language: ReadingLanguage | null }>`
    select own_reading_language() as language`.execute(tx)
  return rows[0]?.language ?? sourceLanguage
}
