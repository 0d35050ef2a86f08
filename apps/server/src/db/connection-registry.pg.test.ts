import { expect, it } from 'vitest'
import { testDatabase } from '../testing/test-world.ts'

const { db } = testDatabase({ size: 1 })

const readBackend = async () => (await db.pool.query('select pg_backend_pid() as pid')).rows[0].pid

it('connections to a lost server are dropped, even while a query runs, and newer ones stay', async () => {
  const backend = await readBackend()
  const waiting = db.pool.query('select pg_sleep(30)')
  const startedAt = performance.now()
  db.connections.dropOpenedBefore(startedAt)
  await expect(waiting).rejects.toThrow('Connection terminated')
  expect(performance.now() - startedAt).toBeLessThan(10_000)
  const newBackend = await readBackend()
  expect(newBackend).not.toBe(backend)
  db.connections.dropOpenedBefore(startedAt)
  expect(await readBackend()).toBe(newBackend)
})

it('a connection to a server that became a standby is replaced', async () => {
  const backend = await readBackend()
  const write = () =>
    db.asOwner('a test', async tx => {
      await tx.updateTable('zones').set({ name: 'Elsewhere' }).execute()
    })
  await db.pool.query('set default_transaction_read_only = on')
  await expect(write()).rejects.toThrow()
  expect(db.storing.works).toBe(false)
  expect(await readBackend()).not.toBe(backend)
  await write()
})
