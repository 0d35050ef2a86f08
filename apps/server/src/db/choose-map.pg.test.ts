import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, openTestPool, type TestDatabase } from '../testing/test-database.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let pool: pg.Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = openTestPool(database)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
// Restores the state before the migration, with the setting at its default.
beforeEach(async () => {
  await pool.query(`
    update map_settings set base = '{"kind": "built_in"}', google_key = null, updated_by = null;
    alter table map_settings drop column place_search, alter column base set not null,
      alter column base set default '{"kind": "built_in"}';
    delete from schema_migrations where version = 41`)
})

const migrateAgain = async () => {
  expect((await migrate(database.url)).applied).toEqual(['0041-choose-map.sql'])
  const { rows } = await pool.query('select base, place_search from map_settings')
  return rows[0]
}

it('a new installation gets the default', async () => {
  expect(await migrateAgain()).toEqual({ base: null, place_search: 'none' })
})

it('an existing installation with another map keeps it', async () => {
  await pool.query(`update map_settings set base = '{"kind": "google"}', google_key = repeat('k', 20)`)
  expect(await migrateAgain()).toEqual({ base: { kind: 'google' }, place_search: 'none' })
})

it('an existing installation with users keeps the built-in map', async () => {
  await pool.query(`insert into auth.users (name, email, sign_up) values ('Ann', 'ann@test.example', '{
    "firstName": "Ann", "lastName": "Test", "phone": "+911155500100", "dateOfBirth": "1990-01-01",
    "role": "app_user", "userCode": "ABCDEFGH"}')`)
  expect(await migrateAgain()).toEqual({ base: { kind: 'built_in' }, place_search: 'none' })
})
