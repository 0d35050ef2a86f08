import { expect, it } from 'vitest'
import { hashSecret } from '../features/auth/hashing.ts'
import { createUnderWay } from './under-way.ts'

it('the addresses of one network stand in one line', async () => {
  const underWay = createUnderWay()
  let running = 0
  let most = 0
  const hash = async () => {
    most = Math.max(most, ++running)
    await new Promise(resolve => setTimeout(resolve, 5))
    running--
  }
  await Promise.all(Array.from({ length: 20 }, (_, n) => underWay.ofAddress(`2001:db8:1:2::${n}`, hash)))
  expect(most).toBe(4)
})

it('who looks up a token does not wait behind those who sign in', async () => {
  const underWay = createUnderWay()
  const hashing = Promise.withResolvers<void>()
  const signIns = Array.from({ length: 8 }, () => underWay.ofAddress('192.0.2.1', () => hashing.promise))
  expect(await underWay.ofLookUp('192.0.2.1', async () => 'known')).toBe('known')
  hashing.resolve()
  await Promise.all(signIns)
})

it('hashes of one address leave a place for those of a person', async () => {
  const underWay = createUnderWay()
  let others = 0
  const flood = Array.from({ length: 4 }, () =>
    underWay.ofAddress('192.0.2.1', async () => {
      await Promise.all([hashSecret('a'), hashSecret('b'), hashSecret('c')])
      others++
    }),
  )
  await underWay.ofSession({ sessionId: 'one', userId: 'one' }, () => hashSecret('mine'))
  expect(others).toBe(0)
  await Promise.all(flood)
})
