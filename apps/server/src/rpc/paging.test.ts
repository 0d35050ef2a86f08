import { id, instant } from '@muster/contract/ids.ts'
import { cursor as cursorSchema } from '@muster/contract/paging.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createCursors, type PageOf } from './paging.ts'

const position = { createdAt: '2026-11-20T09:41:00.123456Z', id: '0192f0c0-0000-7000-8000-000000000001' }
const row = { created_at_exact: position.createdAt, id: position.id }
const fields = { createdAt: [instant, 'created_at_exact'], id } as const
const zoneCursors = createCursors('zones', fields)
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const queryTwo = async () => [row, row]

describe('a cursor', () => {
  it('resumes after the last row, to the microsecond, and matches the contract', async () => {
    const { next } = await zoneCursors.read({ limit: 1 }, queryTwo)
    expect(cursorSchema.safeParse(next).success).toBe(true)
    const pages: PageOf<typeof position>[] = []
    await zoneCursors.read({ cursor: next ?? '', limit: 1 }, async page => {
      pages.push(page)
      return []
    })
    expect(pages).toEqual([{ after: position, limit: 2 }])
  })

  it('holds a single value for a list sorted by one column', async () => {
    const cursors = createCursors('events', [z.int(), 'number'])
    const { next } = await cursors.read({ limit: 1 }, async () => [{ number: 7 }, { number: 6 }])
    expect(next).toBe(encode(['events', 7]))
  })

  it.each([
    ['of another list', encode(['visits', position])],
    ['of another shape', encode(['zones', { id: position.id }])],
    ['with a time that is none', encode(['zones', { ...position, createdAt: '2026' }])],
    ['with an id that is none', encode(['zones', { ...position, id: "'; drop" }])],
    ['that is no list', encode({ of: 'zones' })],
    ['that is no JSON', Buffer.from('{').toString('base64url')],
    ['that is nothing', '_'],
  ])('is refused with its code: %s', async (_, cursor) => {
    await expect(zoneCursors.read({ cursor, limit: 1 }, queryTwo)).rejects.toThrow(
      'This list has changed. Reload',
    )
  })
})

describe('a page', () => {
  const cursors = createCursors('numbers', [z.int(), 'number'])
  const numbers = [{ number: 1 }, { number: 2 }, { number: 3 }]
  it.each([
    [1, { rows: ['1'], next: encode(['numbers', 1]) }],
    [2, { rows: ['1', '2'], next: encode(['numbers', 2]) }],
    [3, { rows: ['1', '2', '3'], next: null }],
    [9, { rows: ['1', '2', '3'], next: null }],
  ])('has at most %i rows', async (limit, page) => {
    const listed = await cursors.read({ limit }, async it => numbers.slice(0, it.limit))
    expect(listed.map(it => String(it.number))).toEqual(page)
  })
})
