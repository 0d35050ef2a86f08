import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const serverFolder = join(import.meta.dirname, '..')
const files = readdirSync(serverFolder, { recursive: true, encoding: 'utf8' }).filter(name =>
  name.endsWith('.pg.test.ts'),
)

it.each([
  [
    'testServices',
    /^let (\w+): .*\n(?:.*\n)*?beforeAll\(async \(\) => \{\n {2}\1 = await createTestServices\(/m,
  ],
  [
    'testDatabase',
    /^beforeAll\(async \(\) => \{\n {2}database = await createTestDatabase\(\)\n {2}db = openDatabase\(database\.url/m,
  ],
  [
    'testServer',
    /^beforeAll\(async \(\) => \{\n {2}database = await createTestDatabase\(\)\n {2}server = await serveApp\(database\.url/m,
  ],
])('a file on Postgres uses %s where it suffices', (_, form) => {
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter(name => form.test(readFileSync(join(serverFolder, name), 'utf8')))).toEqual([])
})
