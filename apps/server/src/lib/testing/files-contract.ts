import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { type FileStorage, FilesUnavailableError, type ListedFile } from '../file-storage.ts'

const MB = 1024 * 1024

/**
 * Tests the contract that every kind of store must fulfil. The store may contain other files, because each test uses its own
 * folder. `firstByteAlone`: true if the store can return the first byte alone, which a stand-in may be unable to do.
 */
export function describeFiles(
  name: string,
  openFiles: () => Promise<FileStorage>,
  { firstByteAlone = true }: { firstByteAlone?: boolean } = {},
): void {
  describe(name, () => {
    let files: FileStorage
    beforeAll(async () => {
      files = await openFiles()
    })
    const createFolderPath = () => `contract/${randomUUID()}`
    const read = async (path: string, range?: { start: number; end: number }) => {
      const file = await files.open(path)
      return file && text(file.read(range))
    }
    const list = async (prefix: string) => {
      const listedFiles: ListedFile[] = []
      for await (const file of files.list(prefix)) listedFiles.push(file)
      return listedFiles.sort((a, b) => a.path.localeCompare(b.path))
    }

    it('returns a stored file until it is removed', async () => {
      const path = `${createFolderPath()}/one.webp`
      await files.put(path, Buffer.from('picture'))
      expect((await files.open(path))?.size).toBe(7)
      expect(await read(path)).toBe('picture')
      await files.remove(path)
      expect(await files.open(path)).toBeNull()
      await files.remove(path)
    })

    it('returns null for a file that was never stored', async () => {
      expect(await files.open(`${createFolderPath()}/one.webp`)).toBeNull()
    })

    it('reads a range of a file', async () => {
      const path = `${createFolderPath()}/one.webp`
      await files.put(path, Buffer.from('0123456789'))
      expect(await read(path, { start: 0, end: 1 })).toBe('01')
      expect(await read(path, { start: 2, end: 4 })).toBe('234')
      expect(await read(path, { start: 9, end: 9 })).toBe('9')
      expect(await read(path)).toBe('0123456789')
    })

    it.skipIf(!firstByteAlone)('reads the first byte of a file', async () => {
      const path = `${createFolderPath()}/one.webp`
      await files.put(path, Buffer.from('0123456789'))
      expect(await read(path, { start: 0, end: 0 })).toBe('0')
    })

    it('replaces old content with new', async () => {
      const path = `${createFolderPath()}/one.webp`
      await files.put(path, Buffer.from('the first of them'))
      await files.put(path, Buffer.from('second'))
      expect(await read(path)).toBe('second')
      expect(await files.putStream(path, () => Readable.from(['thi', 'rd']))).toBe(5)
      expect(await read(path)).toBe('third')
    })

    it('stores streamed content of any length', async () => {
      const folder = createFolderPath()
      expect(await files.putStream(`${folder}/none.zip`, () => Readable.from([]))).toBe(0)
      expect(await read(`${folder}/none.zip`)).toBe('')
      // More than two parts of an upload, in pieces that do not divide a part evenly.
      const piece = Buffer.from(Array.from({ length: 70_001 }, (_, index) => index % 251))
      const pieces = Array.from({ length: Math.ceil((12 * MB) / piece.length) }, () => piece)
      const fullContent = Buffer.concat(pieces)
      expect(await files.putStream(`${folder}/much.zip`, () => Readable.from(pieces))).toBe(
        fullContent.length,
      )
      const file = await files.open(`${folder}/much.zip`)
      expect(file && fullContent.equals(await buffer(file.read()))).toBe(true)
    })

    it.each([
      ['at once', () => Readable.from(['one ']).destroy(new Error('the database is away'))],
      ['after a few bytes', () => Readable.from(failAfter(1))],
      ['after many', () => Readable.from(failAfter(12))],
    ])('leaves nothing behind after a stream that fails %s', async (_, brokenStream) => {
      const folder = createFolderPath()
      const pendingWrite = files.putStream(`${folder}/two.zip`, brokenStream)
      await expect(pendingWrite).rejects.toThrow(FilesUnavailableError)
      await expect(pendingWrite).rejects.toMatchObject({ cause: { message: 'the database is away' } })
      expect(await files.open(`${folder}/two.zip`)).toBeNull()
      expect(await list(folder)).toEqual([])
    })

    it('stops reading when the reader aborts', async () => {
      const path = `${createFolderPath()}/one.zip`
      await files.put(path, Buffer.alloc(4 * MB))
      const content = (await files.open(path))?.read()
      for await (const piece of content ?? []) {
        expect(piece.length).toBeGreaterThan(0)
        break
      }
      expect(content?.destroyed).toBe(true)
    })

    it.each([
      'avatars/a/../b/one.webp',
      'avatars/a/.../b/one.webp',
      '../one.webp',
      'avatars/a/é.webp',
      'avatars/a\\..\\one.webp',
      '',
      '/',
    ])('finds no file at a path outside the store or an invalid one: "%s"', async path => {
      await expect(files.put(path, Buffer.from('x'))).rejects.toThrow(FilesUnavailableError)
      expect(await files.open(path)).toBeNull()
      expect(await list(path)).toEqual([])
      await files.remove(path)
    })

    it("lists a folder's files at any depth, and none of its neighbours'", async () => {
      const folder = createFolderPath()
      await files.put(`${folder}/a/one.webp`, Buffer.from('one'))
      await files.put(`${folder}/a/b/three.webp`, Buffer.from('three'))
      await files.put(`${folder}/ab/two.webp`, Buffer.from('two'))
      const listedFiles = await list(`${folder}/a`)
      expect(listedFiles).toMatchObject([
        { path: `${folder}/a/b/three.webp`, size: 5 },
        { path: `${folder}/a/one.webp`, size: 3 },
      ])
      // Stores report whole seconds, by their own clock.
      for (const { modifiedAt } of listedFiles)
        expect(Math.abs(modifiedAt.getTime() - Date.now())).toBeLessThan(60_000)
      expect(await list(`${folder}/a/`)).toEqual(listedFiles)
      expect(await list(folder)).toHaveLength(3)
      expect(await list(`${folder}/c`)).toEqual([])
      expect(await list(`${folder}/a/one.webp`)).toEqual([])
    })

    it('allows files to be removed while they are listed', async () => {
      const folder = createFolderPath()
      for (const name of ['one', 'two', 'three']) await files.put(`${folder}/${name}.webp`, Buffer.from(name))
      for await (const { path } of files.list(folder)) await files.remove(path)
      expect(await list(folder)).toEqual([])
    })
  })
}

/** Yields this many megabytes, followed by an error. */
async function* failAfter(megabytes: number) {
  for (let sentMegabytes = 0; sentMegabytes < megabytes; sentMegabytes++) yield Buffer.alloc(MB)
  throw new Error('the database is away')
}
