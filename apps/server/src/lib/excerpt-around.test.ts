import { expect, it } from 'vitest'
import { excerptAround } from './excerpt-around.ts'

const filler = 'The quick brown fox jumps over the lazy dog. '

it('a short text stays complete, on one line', () => {
  expect(excerptAround('Crane 4\n is  down', 'crane')).toBe('Crane 4 is down')
})

it('shows the passage around the first match of a long text, without regard to accents and case', () => {
  const excerpt = excerptAround(`${filler.repeat(8)}Grúa averiada at gate 3. ${filler.repeat(8)}`, 'grua')
  expect(excerpt).toContain('Grúa averiada')
  expect(excerpt).toMatch(/^…\S.*…$/)
  expect([...excerpt].length).toBeLessThanOrEqual(160)
})

it('shows the beginning of a long text in which no word matches, and splits no emoji', () => {
  const excerpt = excerptAround('🙂'.repeat(400), 'crane')
  expect([...excerpt].length).toBe(160)
  expect(excerpt.isWellFormed()).toBe(true)
  expect(excerptAround(filler.repeat(9), 'crane')).toMatch(/^The quick .*…$/)
})
