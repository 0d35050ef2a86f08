import { type ReadingLanguage, sourceLanguage } from '@muster/domain/language.ts'
import type { Tx } from '../db/database.ts'
import { one, oneOrNone } from '../db/rows.ts'

export async function readLanguage(tx: Tx, userId: string): Promise<ReadingLanguage> {
  const row = await oneOrNone(tx)<{ language: ReadingLanguage }>`
    select reading_language(id, language) as language from user_profiles where id = ${userId}`
  return row?.language ?? sourceLanguage
}

/** Reads the actor's language; English if nobody is signed in. */
export async function readOwnLanguage(tx: Tx): Promise<ReadingLanguage> {
  const { language } = await one(tx)<{ language: ReadingLanguage | null }>`
    select own_reading_language() as language`
  return language ?? sourceLanguage
}
