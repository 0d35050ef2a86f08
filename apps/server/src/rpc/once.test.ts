import { expect, it, vi } from 'vitest'
import { insertOnce } from './once.ts'

const storedZone = { id: 'first', name: 'North' }
const findNothing = async (): Promise<typeof storedZone | undefined> => undefined
const isSame = ({ name }: typeof storedZone) => name === 'North'

it('inserts the row of a new request', async () => {
  const insert = async () => ({ id: 'new', name: 'North' })
  expect(await insertOnce({ find: findNothing, isSame, insert })).toEqual({
    row: { id: 'new', name: 'North' },
    created: true,
  })
})

it('answers a repeated request with the row of the first attempt and inserts nothing', async () => {
  const insert = vi.fn(async () => ({ ...storedZone, id: 'second' }))
  expect(await insertOnce({ find: async () => storedZone, isSame, insert })).toEqual({
    row: storedZone,
    created: false,
  })
  expect(insert).not.toHaveBeenCalled()
})

it('answers the slower of two concurrent attempts with the row of the faster one', async () => {
  const find = vi.fn(findNothing).mockResolvedValue(storedZone).mockResolvedValueOnce(undefined)
  expect(await insertOnce({ find, isSame, insert: findNothing })).toMatchObject({ row: storedZone })
})

it('refuses an id that belongs to a different request or to a row the actor cannot see', async () => {
  const otherRequest = {
    find: async () => ({ ...storedZone, name: 'South' }),
    isSame,
    insert: async () => storedZone,
  }
  await expect(insertOnce(otherRequest)).rejects.toMatchObject({ code: 'REQUEST_ID_TAKEN' })
  const hiddenRequest = { find: findNothing, isSame, insert: findNothing }
  await expect(insertOnce(hiddenRequest)).rejects.toMatchObject({ code: 'REQUEST_ID_TAKEN' })
})
