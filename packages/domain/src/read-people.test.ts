import { i18n, setupI18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { expect, test } from 'vitest'
import { limits } from './limits.ts'
import { formatZones, readPeople } from './read-people.ts'
import { roleLabel, roleLongLabel, roles } from './role.ts'

const readRows = (text: string) => {
  const result = readPeople(text, i18n)
  if ('problem' in result) throw new Error(i18n._(result.problem))
  return result.rows
}

test('columns are found by name, in any order, among any others', () => {
  expect(
    readRows("Last Name;Notes;E-mail;first_name;Mobile\nBose;x; Nila@Example.org ;Nila;'+91 11 5550 0100"),
  ).toEqual([
    {
      line: 2,
      email: 'nila@example.org',
      firstName: 'Nila',
      lastName: 'Bose',
      phone: '+91 11 5550 0100',
      role: null,
      zones: [],
      cells: ['Bose', 'x', ' Nila@Example.org ', 'Nila', "'+91 11 5550 0100"],
    },
  ])
})

test('roles are recognised by key and by label, and unknown ones are reported', () => {
  const head = 'email,first name,last name,role\n'
  const names = roles.flatMap(role => [role, i18n._(roleLabel(role)), i18n._(roleLongLabel(role))])
  expect(
    readRows(head + names.map(name => `a@b.example,A,B,"${name}"`).join('\n')).map(it => it.role),
  ).toEqual(roles.flatMap(role => [role, role, role]))
  expect(readRows(`${head}a@b.example,A,B,boss`)[0]?.role).toBeUndefined()
})

test('zones are read with their roles, by name or id, and written so that they are read the same', () => {
  const head = 'email,first name,last name,zones\n'
  const readZones = (cell: string) =>
    readRows(`${head}a@b.example,A,B,"${cell.replaceAll('"', '""')}"`)[0]?.zones
  expect(readZones('North yard: App User; Depot ;Gate: 2: zone_manager_rw\nRoof: boss')).toEqual([
    { zone: 'North yard', role: 'app_user' },
    { zone: 'Depot', role: undefined },
    { zone: 'Gate: 2', role: 'zone_manager_rw' },
    { zone: 'Roof: boss', role: undefined },
  ])
  expect(readZones(' ')).toEqual([])
  const zones = ['Yard', 'Gate: 2', '=1+1', 'A;B', `'quoted`, ' spaced', '-x', 'größe (2)', 'Twin', 'x'].map(
    (name, n) => ({
      id: `id-${n}`,
      name,
      isUnique: name !== 'Twin',
      role: 'Zone Manager (Read/Write)',
    }),
  )
  const cell = formatZones(zones)
  expect(cell).not.toMatch(/(^|; )['=-]/)
  expect(readZones(cell)).toEqual(
    zones.map(({ id, name }) => ({
      zone: ['Yard', 'Gate: 2', 'größe (2)', 'x'].includes(name) ? name : id,
      role: 'zone_manager_rw',
    })),
  )
})

test('columns and roles are also recognised in the reader’s language', () => {
  const messages = { [msg`First name`.id]: ['الاسم'], [msg`Role`.id]: ['الدور'], [msg`Admin`.id]: ['مشرف'] }
  const reader = setupI18n({ locale: 'ar', messages: { ar: messages } })
  const result = readPeople(
    'email,الاسم,last name,الدور\na@b.example,A,B,مشرف\na@c.example,A,B,Zone Manager (Read Only)',
    reader,
  )
  expect(result).toMatchObject({
    rows: [
      { firstName: 'A', role: 'admin' },
      { firstName: 'A', role: 'zone_manager_ro' },
    ],
  })
})

test.each([
  ['', 'The file is empty.'],
  ['email,first name,last name\n', 'The file has column names, but no people.'],
  [
    'a@b.example,A,B\n',
    'The first row must contain the column names. Missing: Email, First name, and Last name.',
  ],
])('%j is rejected: %s', (text, problem) => {
  const result = readPeople(text, i18n)
  expect('problem' in result && i18n._(result.problem)).toBe(problem)
})

test("at most one import's worth of people is read, and any excess is reported", () => {
  const text = `email,first name,last name\n${'a@b.example,A,B\n'.repeat(limits.importMaxPeople + 1)}`
  const result = readPeople(text, i18n)
  expect('rows' in result && [result.rows.length, result.tooMany]).toEqual([limits.importMaxPeople, true])
})
