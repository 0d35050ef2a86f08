import { expect, it, vi } from 'vitest'
import { once } from './once.ts'

const stored = { id: 'first', name: 'North' }
const findNothing = async (): Promise<typeof stored | undefined> => undefined
const isSame = ({ name }: typeof stored) => name === 'North'

it('inserts the row of a new request', async () => {
  const insert = async () => ({ id: 'new', name: 'North' })
  expect(await once({ find: findNothing, isSame, insert })).toEqual({
    row: { id: 'new', name: 'North' },
    created: true,
  })
})

it('answers a repeated request with the row of the first attempt and inserts nothing', async () => {
  const insert = vi.fn(async () => ({ ...stored, id: 'second' }))
  expect(await once({ find: async () => stored, isSame, insert })).toEqual({ row: stored, created: false })
  expect(insert).not.toHaveBeenCalled()
})

it('answers the slower of two concurrent attempts with the row of the faster one', async () => {
  const find = vi.fn(findNothing).mockResolvedValue(stored).mockResolvedValueOnce(undefined)
  expect(await once({ find, isSame, insert: findNothing })).toMatchObject({ row: stored })
})

it('refuses an id that belongs to a different request or to a row the actor cannot see', async () => {
  const otherRequest = {
    find: async () => ({ ...stored, name: 'South' }),
    isSame,
    insert: async () => stored,
  }
  await expect(once(otherRequest)).rejects.toMatchObject({ code: 'REQUEST_ID_TAKEN' })
  const hiddenRequest = { find: findNothing, isSame, insert: findNothing }
  await expect(once(hiddenRequest)).rejects.toMatchObject({ code: 'REQUEST_ID_TAKEN' })
})
