import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { patchAnswer } from './patch-answer.ts'

const key = ['zones', 'mine']

it('a response marked as stale stays stale when an event patches part of it', () => {
  const client = new QueryClient()
  client.setQueryData(key, { name: 'North yard', inside: 1 })
  void client.invalidateQueries({ queryKey: key })
  patchAnswer<{ inside: number }>(client, key, zone => ({ ...zone, inside: 2 }))
  expect(client.getQueryState(key)).toMatchObject({ data: { inside: 2 }, isInvalidated: true })
})

it('a patch changes an existing response but creates none', () => {
  const client = new QueryClient()
  patchAnswer<number>(client, key, count => count + 1)
  expect(client.getQueryData(key)).toBeUndefined()
  client.setQueryData(key, 1)
  patchAnswer<number>(client, key, count => count + 1)
  expect(client.getQueryState(key)).toMatchObject({ data: 2, isInvalidated: false })
})
