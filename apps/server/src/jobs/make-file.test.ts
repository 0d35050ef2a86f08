import { ORPCError } from '@orpc/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OwnerTx } from '../db/database.ts'
import { createMakeFile, type FileKind } from './make-file.ts'

type MadeFile = { readonly path: string }
type TestFileKind = FileKind<string, MadeFile>

const neverAborted = new AbortController().signal
const db = { asOwner: async <T>(_why: string, run: (tx: OwnerTx) => Promise<T>) => run({} as OwnerTx) }

function createKind(make: TestFileKind['make'], overrides: Partial<TestFileKind> = {}) {
  const files = { remove: vi.fn(async () => undefined) }
  const kind = {
    updateProgress: vi.fn<TestFileKind['updateProgress']>(async () => true),
    finish: vi.fn<TestFileKind['finish']>(async () => true),
    fail: vi.fn<TestFileKind['fail']>(async () => undefined),
  }
  const begin: TestFileKind['begin'] = async (_tx, id) => id
  return {
    kind,
    files,
    makeFile: createMakeFile<string, MadeFile>({ db, files }, { begin, make, ...kind, ...overrides }),
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it("a file's progress is saved every second and published", async () => {
  const { kind, files, makeFile } = createKind(async (id, _signal, reportProgress) => {
    reportProgress(30)
    await vi.advanceTimersByTimeAsync(1_000)
    reportProgress(20)
    reportProgress(70.9)
    await vi.advanceTimersByTimeAsync(1_000)
    return { path: `files/${id}` }
  })
  await makeFile('one', neverAborted)
  expect(kind.updateProgress.mock.calls.map(([, , percent]) => percent)).toEqual([30, 70])
  expect(kind.finish.mock.calls.map(([, id, result]) => [id, result.path])).toEqual([['one', 'files/one']])
  expect(files.remove).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(kind.updateProgress).toHaveBeenCalledTimes(2)
})

it('a cancelled file stops without an error and without a file', async () => {
  const { kind, makeFile } = createKind(
    async (_id, signal) => {
      await vi.advanceTimersByTimeAsync(1_000)
      signal.throwIfAborted()
      return { path: 'late' }
    },
    { updateProgress: async () => false },
  )
  await makeFile('one', neverAborted)
  expect(kind.finish).not.toHaveBeenCalled()
  expect(kind.fail).not.toHaveBeenCalled()
})

it('the file of a superseded attempt is removed', async () => {
  const { files, makeFile } = createKind(async () => ({ path: 'old' }), { finish: async () => false })
  await makeFile('one', neverAborted)
  expect(files.remove).toHaveBeenCalledWith('old')
})

it('a refused file fails, and any other error rejects so that it is retried', async () => {
  const refusedKind = createKind(async () => {
    throw new ORPCError('REPORT_TOO_LARGE', { defined: true, message: 'Too large' })
  })
  await refusedKind.makeFile('one', neverAborted)
  expect(refusedKind.kind.fail.mock.calls.map(([, ...rest]) => rest)).toEqual([['one', 'Too large']])
  const brokenKind = createKind(async () => {
    throw new Error('The disk is full')
  })
  await expect(brokenKind.makeFile('one', neverAborted)).rejects.toThrow('The disk is full')
  expect(brokenKind.kind.fail).not.toHaveBeenCalled()
})

it('nothing is made without an attempt', async () => {
  const make = vi.fn(async () => ({ path: 'x' }))
  await createKind(make, { begin: async () => undefined }).makeFile('one', neverAborted)
  expect(make).not.toHaveBeenCalled()
})
