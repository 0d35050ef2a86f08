import { languageCodes, readingLanguages } from '@muster/domain/language.ts'
import { expect, it } from 'vitest'
import { testServices } from '../testing/test-services.ts'

const world = testServices()

const listAcceptedLanguages = async (table: string) => {
  const { rows } = await world.db.pool.query<{ rule: string }>(
    `select pg_get_constraintdef(oid) as rule from pg_constraint where conname = $1`,
    [`${table}_language_check`],
  )
  return [...(rows[0]?.rule.matchAll(/'([^']+)'/g) ?? [])].map(([, code]) => code)
}

it('the database accepts the languages that the product offers', async () => {
  expect(await listAcceptedLanguages('user_profiles')).toEqual(readingLanguages)
  expect(await listAcceptedLanguages('clients')).toEqual(languageCodes)
})
