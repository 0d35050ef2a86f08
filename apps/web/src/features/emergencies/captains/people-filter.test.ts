import { isAccounted } from '@muster/domain/emergency.ts'
import { expect, it } from 'vitest'
import { filterPeople, sortByState } from './people-filter.ts'

const people = [
  { name: 'Ann Bell', phone: '+91 11 5550 0100', state: 'safe' as const },
  { name: 'Bob Adams', phone: '', state: 'missing' as const },
  { name: 'Cem Öz', phone: '', state: 'help' as const },
  { name: 'Dev Rao', phone: '', state: 'missing' as const },
]

it('puts those who need help first, then the missing, each in the order of the list', () => {
  expect(sortByState(people, it => it.state).map(it => it.name)).toEqual([
    'Cem Öz',
    'Bob Adams',
    'Dev Rao',
    'Ann Bell',
  ])
})

it('finds people by parts of their names in any order, and by telephone', () => {
  const find = (search: string) => filterPeople(people, search).map(it => it.name)
  expect(find('bell ANN')).toEqual(['Ann Bell'])
  expect(find('öz')).toEqual(['Cem Öz'])
  expect(find('5550')).toEqual(['Ann Bell'])
  expect(find('ann adams')).toEqual([])
  expect(find(' ')).toHaveLength(4)
})

it('does not count people who need help as accounted for', () => {
  expect(people.filter(it => isAccounted(it.state)).map(it => it.name)).toEqual(['Ann Bell'])
})
