import { id, instant } from '@muster/contract/ids.ts'
import { cursor } from '@muster/contract/paging.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createCursors, createPage } from './paging.ts'

const position = { createdAt: '2026-11-20T09:41:00.123456Z', id: '0192f0c0-0000-7000-8000-000000000001' }
const schema = z.object({ createdAt: instant, id })
const zoneCursors = createCursors('zones', schema)
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a cursor', () => {
  it('round-trips to the microsecond, and matches the contract', () => {
    const text = zoneCursors.write(position)
    expect(cursor.safeParse(text).success).toBe(true)
    expect(zoneCursors.read(text)).toEqual(position)
    expect(zoneCursors.read(undefined)).toBeUndefined()
  })

  it.each([
    ['of another list', createCursors('visits', schema).write(position)],
    ['of another shape', encode(['zones', { id: position.id }])],
    ['with a time that is none', encode(['zones', { ...position, createdAt: '2026' }])],
    ['with an id that is none', encode(['zones', { ...position, id: "'; drop" }])],
    ['that is no list', encode({ of: 'zones' })],
    ['that is no JSON', Buffer.from('{').toString('base64url')],
    ['that is nothing', '_'],
  ])('is refused with its code: %s', (_, text) => {
    expect(() => zoneCursors.read(text)).toThrow('This list has changed. Reload')
  })
})

describe('a page', () => {
  const rows = [1, 2, 3]
  const toPage = (limit: number) => createPage(rows.slice(0, limit + 1), limit, String, String)
  it.each([
    [1, { rows: ['1'], next: '1' }],
    [2, { rows: ['1', '2'], next: '2' }],
    [3, { rows: ['1', '2', '3'], next: null }],
    [9, { rows: ['1', '2', '3'], next: null }],
  ])('has at most %i rows', (limit, page) => {
    expect(toPage(limit)).toEqual(page)
  })
})
