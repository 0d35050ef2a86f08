import { expect, it } from 'vitest'
import { createShortQueue, QueueFullError } from './short-queue.ts'

it('does one at a time, in the order they came, and turns away who would wait behind too many', async () => {
  const queue = createShortQueue(2)
  let atOnce = 0
  let most = 0
  const done: number[] = []
  const work = (number: number) => async () => {
    most = Math.max(most, ++atOnce)
    await new Promise(resolve => setTimeout(resolve, 5))
    atOnce--
    done.push(number)
    if (number === 1) throw new Error('broken')
  }
  const ended = await Promise.allSettled([1, 2, 3, 4, 5].map(number => queue.run(work(number))))
  expect(ended.map(it => (it.status === 'rejected' ? it.reason.message : 'done'))).toEqual([
    'broken',
    'done',
    'done',
    'Too much waits already',
    'Too much waits already',
  ])
  expect(most).toBe(1)
  expect(done).toEqual([1, 2, 3])
  await expect(queue.run(async () => 'room again')).resolves.toBe('room again')
  await expect(Promise.all([1, 2, 3, 4].map(() => queue.run(work(9))))).rejects.toThrow(QueueFullError)
})
