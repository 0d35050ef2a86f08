import { describe, expect, it } from 'vitest'
import {
  findAttachmentFormat,
  isAttachmentName,
  previewPath,
  storedPaths,
  thumbnailPath,
  toDownloadName,
  toOriginalPath,
  toServedFile,
  toStoredKind,
  toTitle,
} from './attachment.ts'

it.each([
  ['image/jpeg', 'Leak.JPG', 'picture'],
  ['image/png', 'a.b.png', 'picture'],
  ['video/mp4', 'clip.mov', 'video'],
  ['application/pdf', 'plan.pdf', 'pdf'],
  ['application/x-cfb', 'list.xls', 'office'],
  ['image/svg+xml', 'drawing.svg', 'office'],
  ['image/heic', 'IMG_0001.HEIC', 'office'],
  ['video/matroska', 'gate.mkv', 'office'],
  // Files with a misleading name, of an unsupported type, or without an extension.
  ['text/html', 'page.jpg', undefined],
  ['application/pdf', 'plan.jpg', undefined],
  ['image/jpeg', 'photo.jpg.exe', undefined],
  ['application/zip', 'archive.docx', undefined],
  ['image/svg+xml', 'drawing.png', undefined],
  ['image/jpeg', 'photo', undefined],
  [undefined, 'photo.jpg', undefined],
])('an attachment %s named %s is %s', (mediaType, name, kind) => {
  expect(findAttachmentFormat(mediaType, name)?.kind).toBe(kind)
})

it.each([
  ['image/jpeg', 'photo.jpg', 'webp'],
  ['image/jpeg', 'photo.png', 'webp'],
  ['image/jpeg', 'photo', 'webp'],
  ['image/jpeg', 'photo.jpg.exe', 'bin'],
  ['text/html', 'page.jpg', 'bin'],
  ['application/zip', 'all.zip', 'bin'],
  ['audio/mpeg', 'call.mp3', 'bin'],
  [undefined, 'list.csv', 'txt'],
  [undefined, 'page.html', 'bin'],
  ['application/pdf', 'plan.pdf', 'pdf'],
  ['image/heic', 'IMG_0001.HEIC', 'heic'],
])('a chat stores %s named %s as %s', (mediaType, name, ending) => {
  expect(findAttachmentFormat(mediaType, name, 'any')?.ending).toBe(ending)
})

it.each([
  ['image/jpeg', 'plan.jpeg', 'jpg'],
  ['image/gif', 'plan.gif', 'gif'],
  ['image/webp', 'plan.webp', undefined],
  ['video/mp4', 'clip.mp4', undefined],
])('a folder stores %s named %s as %s', (mediaType, name, ending) => {
  expect(findAttachmentFormat(mediaType, name, 'documents')?.ending).toBe(ending)
})

describe('a stored file', () => {
  it('is only shown inline by a browser if it cannot run scripts', () => {
    expect(toServedFile('hazard-attachments/x/1.webp')).toEqual({
      mediaType: 'image/webp',
      disposition: 'inline',
    })
    for (const name of ['1.pdf', '1.docx', '1.svg', '1.html', '1.heic', '1.txt', '1.bin', '1', ''])
      expect(toServedFile(`group-files/${name}`)).toEqual({
        mediaType: 'application/octet-stream',
        disposition: 'attachment',
      })
  })

  it('is downloaded from a folder with its real media type', () => {
    const types = ['1.png', '1.pdf', '1.doc', '1.txt', '1.html'].map(name =>
      toServedFile(`documents/${name}`),
    )
    expect(types.map(it => it.mediaType)).toEqual([
      'image/png',
      'application/pdf',
      'application/msword',
      'text/plain',
      'application/octet-stream',
    ])
    expect(new Set(types.map(it => it.disposition))).toEqual(new Set(['attachment']))
  })

  it('is shown according to its extension', () => {
    const kinds = ['1-a.pdf', '1-a.jpg', '1-a.webp', '1-a.heic', '1-a.bin'].map(toStoredKind)
    expect(kinds).toEqual(['pdf', 'picture', 'picture', 'office', 'office'])
  })

  it('has its thumbnail and preview next to it, and either path leads back to the file', () => {
    expect(storedPaths('x/1-a.webp', true)).toEqual(['x/1-a.webp', 'x/1-a.thumb.webp'])
    expect(storedPaths('x/1-a.jpg', true)).toEqual([
      'x/1-a.jpg',
      'x/1-a.jpg.thumb.webp',
      'x/1-a.jpg.preview.webp',
    ])
    expect(storedPaths('x/1-a.jpg', false)).toEqual(['x/1-a.jpg'])
    for (const path of ['x/1-a.webp', 'x/1-a.jpg', 'x/1-a.pdf'])
      for (const derivedPath of [path, thumbnailPath(path), previewPath(path) ?? path])
        expect(toOriginalPath(derivedPath)).toBe(path)
  })
})

it.each([
  ['photo.jpg', 'x/1.webp', 'photo.webp'],
  ['page.html.PNG', 'x/1.webp', 'page.html.webp'],
  ['photo', 'x/1.webp', 'photo.webp'],
  ['photo.WEBP', 'x/1.webp', 'photo.WEBP'],
  ['plan.jpeg', 'documents/1.jpg', 'plan.jpeg'],
])('%s stored as %s is named %s', (name, path, expectedName) => {
  expect(toDownloadName(name, path)).toBe(expectedName)
})

it('the name decides which places accept a file, and gives a document its title', () => {
  expect([isAttachmentName('a.heic'), isAttachmentName('a.xlsx'), isAttachmentName('a.zip')]).toEqual([
    true,
    true,
    false,
  ])
  expect([isAttachmentName('a.zip', 'any'), isAttachmentName('a.heic', 'documents')]).toEqual([true, false])
  expect(['site rules.v2.pdf', 'README', '.pdf'].map(toTitle)).toEqual(['site rules.v2', 'README', '.pdf'])
})
