import { expect, it } from 'vitest'
import { limits } from './limits.ts'
import { type RollEntry, sortRoll, toRollPages } from './roll.ts'

const now = Date.parse('2026-11-26T12:00:00.000Z')
const aPerson = (name: string, changes: Partial<RollEntry> = {}): RollEntry => {
  const [firstName = '', lastName = ''] = name.split(' ')
  return {
    firstName,
    lastName,
    userCode: `CODE-${name}`,
    lastSeen: new Date(now - 60_000).toISOString(),
    ...changes,
  }
}
const unseenFields = { lastSeen: new Date(now - limits.presenceStaleMs - 60_000).toISOString() }

it('lists people not seen recently first, and sorts each part by surname and then by first name', () => {
  const people = [
    aPerson('Zoe Berg'),
    aPerson('Ann Åkesson', unseenFields),
    aPerson('Bo Lind'),
    aPerson('Ann Berg'),
    aPerson('Ute Zahn', unseenFields),
  ]
  const rows = sortRoll(people, now, 'en')
  expect(rows.map(row => [row.number, row.firstName, row.lastName, row.isUnseen])).toEqual([
    [1, 'Ann', 'Åkesson', true],
    [2, 'Ute', 'Zahn', true],
    [3, 'Ann', 'Berg', false],
    [4, 'Zoe', 'Berg', false],
    [5, 'Bo', 'Lind', false],
  ])
})

it('asks for the code of people with the same name, in any section of the roll, or without a name', () => {
  const people = [
    aPerson('Ann Berg', { userCode: 'a' }),
    aPerson('ann berg', { userCode: 'b', ...unseenFields }),
    aPerson('Bo Lind'),
    aPerson(''),
  ]
  const rows = sortRoll(people, now, 'en')
  expect(rows.map(row => [row.lastName, row.needsCode])).toEqual([
    ['berg', true],
    ['', true],
    ['Berg', true],
    ['Lind', false],
  ])
})

it('the roll has 45 people per page, and a single page if nobody is inside', () => {
  const people = Array.from({ length: 100 }, (_, index) => aPerson(`P${index} Test`))
  const pages = toRollPages(sortRoll(people, now, 'en'))
  expect(pages.map(page => page.length)).toEqual([45, 45, 10])
  expect(pages[2]?.[0]?.number).toBe(91)
  expect(toRollPages([])).toEqual([[]])
  // A page with three headings has a row less, and the next one begins anew.
  const sections = ['a', 'b', ...Array.from({ length: 90 }, () => 'c')]
  expect(toRollPages(sections, { section: it => it }).map(page => page.length)).toEqual([44, 45, 3])
})

it('counts the lines of notes, and splits no row from its note', () => {
  const rows = Array.from({ length: 30 }, (_, index) => ({ index, lines: index === 0 ? 1 : 2 }))
  const pages = toRollPages(rows, { lines: it => it.lines })
  expect(pages.map(page => page.reduce((sum, it) => sum + it.lines, 0))).toEqual([45, 14])
  const even = toRollPages(
    rows.map(it => ({ ...it, lines: 2 })),
    { lines: it => it.lines },
  )
  expect(even.map(page => page.length)).toEqual([22, 8])
})

it('leaves out a row of a page for each section beyond two', () => {
  const aRow = (section: string) => ({ section })
  const rows = ['a', 'b', ...Array<string>(60).fill('c')].map(aRow)
  const pages = toRollPages(rows, { section: it => it.section })
  // 44 rows and three headings; the second page repeats one heading.
  expect(pages.map(page => page.length)).toEqual([44, 18])
  const two = ['a', ...Array<string>(60).fill('b')].map(aRow)
  expect(toRollPages(two, { section: it => it.section }).map(page => page.length)).toEqual([45, 16])
  const many = Array.from({ length: 40 }, (_, index) => aRow(`${index}`))
  for (const page of toRollPages(many, { section: it => it.section }))
    expect(page.length * 2).toBeLessThanOrEqual(47)
})
