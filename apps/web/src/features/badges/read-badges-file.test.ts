import { expect, it } from 'vitest'
import { readBadgesFile } from './read-badges-file.ts'

const read = (text: string) => readBadgesFile(new File([text], 'badges.csv'))
const readRows = async (text: string) => {
  const file = await read(text)
  if ('problem' in file) throw new Error(file.problem)
  return file
}

it('reads numbers, names, companies and telephones in any order of columns', async () => {
  const { rows, skipped, tooMany, format } = await readRows(
    "Name;Badge;Company;Phone\nCem Kaya; 04 7a ;Lift Ltd;'+49 1\n;5;;\nNo number;;;\n",
  )
  expect(rows.map(it => [it.line, it.form])).toEqual([
    [2, { number: '047A', name: 'Cem Kaya', company: 'Lift Ltd', phone: '+49 1', email: '', userCode: '' }],
  ])
  expect(skipped.map(it => it.line)).toEqual([3, 4])
  expect(tooMany).toBe(false)
  // The file of skipped rows has the columns as they were.
  expect(format(skipped).split('\r\n')[2]).toBe(
    '"No number","","","","4","A badge needs a number and a holder."',
  )
})

it('names members by email or user code, without a name', async () => {
  const { rows, skipped } = await readRows('Badge;E-mail;User code\n1;ann@x.example;\n2;;AB12\n3;;\n')
  expect(rows.map(({ form }) => [form.number, form.email, form.userCode])).toEqual([
    ['1', 'ann@x.example', ''],
    ['2', '', 'AB12'],
  ])
  expect(skipped.map(it => it.line)).toEqual([4])
})

it('reports an empty file, missing column names and too many rows', async () => {
  expect(await read('')).toEqual({ problem: 'The file is empty.' })
  expect(await read('Name,Company\nA,B')).toMatchObject({
    problem: expect.stringContaining('must contain the column names'),
  })
  const many = await readRows(`Badge,Name\n${'1,A\n'.repeat(501)}`)
  expect([many.rows.length, many.tooMany]).toEqual([500, true])
})
