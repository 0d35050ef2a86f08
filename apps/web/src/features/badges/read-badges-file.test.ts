import { expect, it } from 'vitest'
import { readBadgesFile } from './read-badges-file.ts'

it('reads numbers, names, companies and telephones in any order of columns', () => {
  expect(
    readBadgesFile("Name;Badge;Company;Phone\nCem Kaya; 04 7a ;Lift Ltd;'+49 1\n;5;;\nNo number;;;\n"),
  ).toEqual({
    rows: [{ line: 2, number: '047A', name: 'Cem Kaya', company: 'Lift Ltd', phone: '+49 1' }],
    skipped: [3, 4],
    tooMany: false,
  })
})

it('says what a file lacks, and that it has too many rows', () => {
  expect(readBadgesFile('')).toEqual({ problem: 'empty' })
  expect(readBadgesFile('Name,Company\nA,B')).toEqual({ problem: 'columns' })
  const many = readBadgesFile(`Badge,Name\n${'1,A\n'.repeat(501)}`)
  expect('rows' in many && [many.rows.length, many.tooMany]).toEqual([500, true])
})
