import { expect, it } from 'vitest'
import {
  isAttachmentName,
  kindOfStored,
  shownMediaType,
  sortOfAttachment,
  thumbnailPath,
} from './attachment.ts'

it.each([
  ['image/jpeg', 'Leak.JPG', 'picture'],
  ['image/png', 'a.b.png', 'picture'],
  ['video/mp4', 'clip.mov', 'video'],
  ['application/pdf', 'plan.pdf', 'pdf'],
  ['application/x-cfb', 'list.xls', 'office'],
  // Called something that it is not, of another kind, or by no ending.
  ['text/html', 'page.jpg', undefined],
  ['application/pdf', 'plan.jpg', undefined],
  ['image/jpeg', 'photo.jpg.exe', undefined],
  ['application/zip', 'archive.docx', undefined],
  ['image/svg+xml', 'drawing.svg', undefined],
  ['image/jpeg', 'photo', undefined],
  [undefined, 'photo.jpg', undefined],
])('%s called %s is %s', (mediaType, name, kind) => {
  expect(sortOfAttachment(mediaType, name)?.kind).toBe(kind)
})

it('nothing that could run is shown by a browser', () => {
  expect(shownMediaType('hazard-attachments/x/1.webp')).toBe('image/webp')
  for (const path of ['1.pdf', '1.docx', '1.svg', '1.html', '1', ''])
    expect(shownMediaType(path)).toBeUndefined()
  expect(kindOfStored('x/1-a.pdf')).toBe('pdf')
  expect(thumbnailPath('x/1-a.webp')).toBe('x/1-a.thumb.webp')
  expect([isAttachmentName('a.heic'), isAttachmentName('a.xlsx')]).toEqual([false, true])
})
