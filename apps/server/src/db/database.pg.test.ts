import { expect, it } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { openDatabase } from './database.ts'

it('the pool survives a checked-out connection that ends between two queries', async () => {
  const database = await createTestDatabase()
  const db = openDatabase(database.url)
  try {
    const lent = await db.pool.connect()
    const { rows } = await lent.query<{ pid: number }>('select pg_backend_pid() as pid')
    // Without an error listener on the client, this would crash the process.
    expect(lent.listenerCount('error')).toBeGreaterThan(0)
    const ended = new Promise(done => lent.once('end', () => done(undefined)))
    await db.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await ended
    await expect(lent.query('select 1')).rejects.toThrow()
    lent.release(true)
    expect((await db.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  } finally {
    await db.close()
    await database.drop()
  }
})
