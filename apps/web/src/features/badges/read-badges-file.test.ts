import { expect, it } from 'vitest'
import { readBadgesFile } from './read-badges-file.ts'

it('reads numbers, names, companies and telephones in any order of columns', () => {
  expect(
    readBadgesFile("Name;Badge;Company;Phone\nCem Kaya; 04 7a ;Lift Ltd;'+49 1\n;5;;\nNo number;;;\n"),
  ).toEqual({
    rows: [
      {
        line: 2,
        number: '047A',
        name: 'Cem Kaya',
        company: 'Lift Ltd',
        phone: '+49 1',
        email: '',
        userCode: '',
      },
    ],
    skipped: [3, 4],
    tooMany: false,
  })
})

it('names members by email or user code, without a name', () => {
  const file = readBadgesFile('Badge;E-mail;User code\n1;ann@x.example;\n2;;AB12\n3;;\n')
  expect('rows' in file && file.rows.map(it => [it.number, it.email, it.userCode])).toEqual([
    ['1', 'ann@x.example', ''],
    ['2', '', 'AB12'],
  ])
  expect(file).toMatchObject({ skipped: [4] })
})

it('says what a file lacks, and that it has too many rows', () => {
  expect(readBadgesFile('')).toEqual({ problem: 'empty' })
  expect(readBadgesFile('Name,Company\nA,B')).toEqual({ problem: 'columns' })
  const many = readBadgesFile(`Badge,Name\n${'1,A\n'.repeat(501)}`)
  expect('rows' in many && [many.rows.length, many.tooMany]).toEqual([500, true])
})
