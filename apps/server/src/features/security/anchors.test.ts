import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appendAnchor, readAnchors, signAnchor } from './anchors.ts'

const secret = 'a secret of this installation'
const createAnchor = (events: number) => ({
  at: '2026-01-01T00:00:00.000Z',
  events,
  lastHash: String(events % 10).repeat(64),
})

let dir: string
let path: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'muster-anchors-'))
  path = join(dir, 'anchors.jsonl')
})
afterEach(() => rm(dir, { recursive: true }))

test('a missing file has no anchors', async () => {
  expect(await readAnchors(path, secret)).toEqual({ anchors: [], foreign: 0 })
})

test('anchors are appended to the file and read back', async () => {
  await appendAnchor(path, signAnchor(createAnchor(3), secret))
  const contentBefore = await readFile(path, 'utf8')
  await appendAnchor(path, signAnchor(createAnchor(8), secret))
  expect(await readFile(path, 'utf8')).toMatch(contentBefore)
  expect(await readAnchors(path, secret)).toEqual({ anchors: [createAnchor(3), createAnchor(8)], foreign: 0 })
})

test('an incomplete or altered line, or one signed with another key, is not an anchor', async () => {
  await appendAnchor(path, signAnchor(createAnchor(3), secret))
  await appendAnchor(path, signAnchor(createAnchor(4), secret).replace('"events":4', '"events":5'))
  await appendAnchor(path, signAnchor(createAnchor(6), 'another secret'))
  await appendAnchor(path, '{"at":')
  await appendFile(path, signAnchor(createAnchor(7), secret).slice(0, 40))
  expect(await readAnchors(path, secret)).toEqual({ anchors: [createAnchor(3)], foreign: 4 })
})
