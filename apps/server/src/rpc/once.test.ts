import { expect, it, vi } from 'vitest'
import { once } from './once.ts'

const stored = { id: 'first', name: 'North' }
const isSame = ({ name }: typeof stored) => name === 'North'

it('makes what no request made before', async () => {
  const insert = async () => ({ id: 'new' })
  expect(await once({ find: async () => undefined, isSame, insert })).toEqual({
    row: { id: 'new' },
    created: true,
  })
})

it('answers a request that is sent again with what it made the first time, and makes nothing', async () => {
  const insert = vi.fn(async () => ({ id: 'second' }))
  expect(await once({ find: async () => stored, isSame, insert })).toEqual({ row: stored, created: false })
  expect(insert).not.toHaveBeenCalled()
})

it('answers the slower of two equal requests with what the faster made', async () => {
  const find = vi.fn(async () => stored as typeof stored | undefined).mockResolvedValueOnce(undefined)
  expect(await once({ find, isSame, insert: async () => undefined })).toMatchObject({ row: stored })
})

it('refuses an id that made something else, or nothing that can be seen', async () => {
  const other = { find: async () => ({ ...stored, name: 'South' }), isSame, insert: async () => stored }
  await expect(once(other)).rejects.toMatchObject({ code: 'REQUEST_ID_TAKEN' })
  const hidden = { find: async () => undefined, isSame, insert: async () => undefined }
  await expect(once(hidden)).rejects.toMatchObject({ code: 'REQUEST_ID_TAKEN' })
})
