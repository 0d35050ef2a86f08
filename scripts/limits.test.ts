import { execFileSync } from 'node:child_process'
import { limits } from '@muster/domain/limits.ts'
import { expect, it } from 'vitest'

it('every limit is used by running code, because an unused value promises something that nothing enforces', () => {
  const places = ['apps', 'packages', 'bench', 'e2e', 'scripts', ':!packages/domain/src/limits.ts']
  const lines = execFileSync(
    'git',
    ['grep', '-hwoE', Object.keys(limits).join('|'), '--', ...places, ':!*.test.*'],
    {
      encoding: 'utf8',
    },
  )
  const read = new Set(lines.split('\n'))
  expect(Object.keys(limits).filter(name => !read.has(name))).toEqual([])
})
