import { expect, it } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { openDatabase } from './database.ts'

it('the pool survives a checked-out connection that ends between two queries', async () => {
  const database = await createTestDatabase()
  const db = openDatabase(database.url)
  try {
    const borrowedClient = await db.pool.connect()
    const { rows } = await borrowedClient.query<{ pid: number }>('select pg_backend_pid() as pid')
    // Without an error listener on the client, the broken connection would crash the process.
    expect(borrowedClient.listenerCount('error')).toBeGreaterThan(0)
    const clientEnd = new Promise(done => borrowedClient.once('end', () => done(undefined)))
    await db.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await clientEnd
    await expect(borrowedClient.query('select 1')).rejects.toThrow()
    borrowedClient.release(true)
    expect((await db.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  } finally {
    await db.close()
    await database.drop()
  }
})
