import { describe, expect, it } from 'vitest'
import { craftZip } from './testing/craft-zip.ts'
import { readUnpackedSize } from './unpacked-size.ts'

const createMegabytes = (count: number) => Buffer.alloc(count * 1024 * 1024)
const page = { path: 'page.xml', content: 'x'.repeat(1_000) }
const picture = { path: 'picture.png', content: createMegabytes(1) }

describe('the uncompressed size of an archive', () => {
  it.each([
    ['of several files', craftZip([page, picture]), 1_000 + 1_048_576],
    ['that says gigabytes', craftZip([{ ...page, says: 4_000_000_000 }, page]), 4_000_001_000],
    ['whose sizes stand in the further field', craftZip([{ ...page, zip64: true }]), 1_000],
    [
      'that says terabytes in the further field',
      craftZip([{ ...page, zip64: true, says: 2 ** 41 }]),
      2 ** 41,
    ],
    ['with a comment', craftZip([page], { comment: Buffer.from('made by hand') }), 1_000],
    ['that is empty', craftZip([]), 0],
  ])('%s', (_, file, size) => {
    expect(readUnpackedSize(file)).toBe(size)
  })
})

describe('an archive with false claims', () => {
  const fullArchive = craftZip([page, picture])
  it.each([
    ['cut off', fullArchive.subarray(0, -30)],
    ['without its directory', fullArchive.subarray(0, 200)],
    ['no archive at all', Buffer.from('%PDF-1.7')],
    ['empty', Buffer.alloc(0)],
    ['naming fewer files than it holds', craftZip([page, picture], { named: 1 })],
    ['naming more files than it holds', craftZip([page], { named: 2 })],
    ['saying less than it is packed into', craftZip([{ ...picture, says: 10 }])],
    ['with something behind its end', Buffer.concat([fullArchive, Buffer.from('more')])],
  ])('%s', (_, file) => {
    expect(readUnpackedSize(file)).toBeUndefined()
  })

  it('has no size without the extra field', () => {
    const file = craftZip([{ ...page, zip64: true }])
    // The directory's copy of the field gets an unknown id.
    file.writeUInt16LE(0x7777, file.length - 22 - 20)
    expect(readUnpackedSize(file)).toBeUndefined()
  })

  it('has no size when truncated, wherever it is cut', () => {
    for (let length = 0; length < fullArchive.length; length++)
      expect(readUnpackedSize(fullArchive.subarray(0, length))).toBeUndefined()
  })
})
