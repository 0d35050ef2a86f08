import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { patchAnswer } from './patch-answer.ts'

const key = ['zones', 'mine']

it('leaves an answer marked to be read again when an event changes a part of it', () => {
  const client = new QueryClient()
  client.setQueryData(key, { name: 'North yard', inside: 1 })
  void client.invalidateQueries({ queryKey: key })
  patchAnswer<{ inside: number }>(client, key, zone => ({ ...zone, inside: 2 }))
  expect(client.getQueryState(key)).toMatchObject({ data: { inside: 2 }, isInvalidated: true })
})

it('changes a whole answer, and makes none where there is none', () => {
  const client = new QueryClient()
  patchAnswer<number>(client, key, count => count + 1)
  expect(client.getQueryData(key)).toBeUndefined()
  client.setQueryData(key, 1)
  patchAnswer<number>(client, key, count => count + 1)
  expect(client.getQueryState(key)).toMatchObject({ data: 2, isInvalidated: false })
})
