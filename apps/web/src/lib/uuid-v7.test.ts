import { expect, it } from 'vitest'
import { z } from 'zod'
import { uuidV7 } from './uuid-v7.ts'

it('makes version 7 ids that carry the time and sort by it', () => {
  const at = Date.parse('2026-11-20T09:00:00Z')
  const id = uuidV7(at)
  expect(z.uuidv7().safeParse(id).success).toBe(true)
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(at)
  expect(uuidV7(at + 1) > id).toBe(true)
  expect(uuidV7(at)).not.toBe(id)
})
