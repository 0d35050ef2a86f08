import { describe, expect, test } from 'vitest'
import { createTestDatabase, openTestPool } from './test-database.ts'

describe('a test database', () => {
  test('is migrated and separate from the others', async () => {
    const [firstDatabase, secondDatabase] = await Promise.all([createTestDatabase(), createTestDatabase()])
    const pools = [firstDatabase, secondDatabase].map(openTestPool)
    try {
      await pools[0]?.query('create table only_here (id int)')
      const databases = await Promise.all(
        pools.map(pool =>
          pool.query(
            `select to_regclass('only_here') is not null as here, to_regclass('schema_migrations') is not null as migrated`,
          ),
        ),
      )
      expect(databases.map(it => it.rows[0])).toEqual([
        { here: true, migrated: true },
        { here: false, migrated: true },
      ])
    } finally {
      await Promise.all(pools.map(pool => pool.end()))
      await Promise.all([firstDatabase.drop(), secondDatabase.drop()])
    }
  })
})
