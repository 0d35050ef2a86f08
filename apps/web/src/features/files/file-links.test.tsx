import type { Attachment, FileLinks } from '@muster/contract/stored-files.ts'
import { limits } from '@muster/domain/limits.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPart } from '../../testing/render.tsx'
import { AttachmentList } from './attachment-list.tsx'
import { FilePreview } from './file-preview.tsx'

const opened = new Date('2026-11-20T09:00:00.000Z')
const aDay = 24 * 60 * 60 * 1_000

/** Creates the links of a file as the server would sign them now. */
const linksNow = (name: string): FileLinks => {
  const end = Date.now() + limits.signedLinkMs
  return { url: `/files/${name}?expires=${end}`, thumbnailUrl: `/files/${name}.thumb.webp?expires=${end}` }
}
const aFile = (n: number, changes: Partial<Attachment> = {}): Attachment => ({
  id: `0192f0c0-0000-7000-8000-${String(n).padStart(12, '0')}`,
  name: `photo ${n}.webp`,
  kind: 'picture',
  size: 120_000,
  ...linksNow(String(n)),
  ...changes,
})
const aPdf = (n: number) => aFile(n, { name: 'plan.pdf', kind: 'pdf', thumbnailUrl: null })
const linkName = ({ id }: Attachment) => String(Number(id.slice(-12)))
const words = { done: 'File downloaded successfully', failed: 'Failed to download file' }

/** Simulates the file endpoint, which serves a link until it expires. */
let fetched: string[]
let content: Uint8Array<ArrayBuffer>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: opened })
  URL.createObjectURL = () => 'blob:here'
  URL.revokeObjectURL = () => undefined
  fetched = []
  content = new Uint8Array([1])
  vi.stubGlobal('fetch', async (input: string | Request) => {
    if (typeof input !== 'string') return new Response('{}', { status: 404 })
    fetched.push(input)
    const ends = Number(new URL(input, 'http://x').searchParams.get('expires'))
    return ends > Date.now() ? new Response(content) : new Response('{}', { status: 404 })
  })
  return () => vi.useRealTimers()
})
const advanceClock = (ms: number) => vi.setSystemTime(Date.now() + ms)
const images = () => [...document.querySelectorAll('img')]
const sources = () => images().map(it => it.getAttribute('src') ?? '')
const mockLinks = () => vi.fn(async (file: Attachment) => linksNow(linkName(file)))

describe('a screen that has been open for a day', () => {
  it('saves a file with a fresh link, requested on the click', async () => {
    const fetchLinks = mockLinks()
    renderPart(<AttachmentList files={[aPdf(1)]} words={words} fetchLinks={fetchLinks} />)
    advanceClock(aDay)
    expect(fetchLinks).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Download plan.pdf' }))
    expect(await screen.findByText('File downloaded successfully')).toBeTruthy()
    expect(fetched).toEqual([linksNow('1').url])
    expect(fetchLinks).toHaveBeenCalledOnce()
  })

  it('opens a picture without trying the expired link', async () => {
    const fetchLinks = mockLinks()
    renderPart(<AttachmentList files={[aFile(1)]} words={words} fetchLinks={fetchLinks} />)
    advanceClock(aDay)
    await userEvent.click(screen.getByRole('button', { name: 'Show photo 1.webp' }))
    const picture = await within(await screen.findByRole('dialog')).findByAltText('photo 1.webp')
    expect(picture.getAttribute('src')).toBe(linksNow('1').url)
    expect(fetchLinks).toHaveBeenCalledOnce()
  })

  it('requests links only for small pictures that fail, in a long list', async () => {
    const fetchLinks = mockLinks()
    const files = Array.from({ length: 40 }, (_, n) => aFile(n + 1))
    renderPart(<AttachmentList files={files} words={words} fetchLinks={fetchLinks} />)
    advanceClock(aDay)
    expect([fetchLinks.mock.calls.length, images().length]).toEqual([0, 40])
    for (const at of [3, 4]) fireEvent.error(images()[at] as HTMLImageElement)
    await waitFor(() =>
      expect(sources().slice(3, 5)).toEqual([linksNow('4').thumbnailUrl, linksNow('5').thumbnailUrl]),
    )
    expect(fetchLinks).toHaveBeenCalledTimes(2)
  })

  it('shows a text, even in an old Windows encoding', async () => {
    content = new Uint8Array(Buffer.from('Schlüssel für Müller', 'latin1'))
    const file = aFile(1, { name: 'keys.txt', kind: 'text', thumbnailUrl: null })
    const fetchLinks = mockLinks()
    renderPart(<AttachmentList files={[file]} words={words} fetchLinks={fetchLinks} />)
    advanceClock(aDay)
    await userEvent.click(screen.getByRole('button', { name: 'Show keys.txt' }))
    expect(await screen.findByText('Schlüssel für Müller')).toBeTruthy()
  })
})

describe('a picture that does not load', () => {
  const preview = (fetchLinks: ReturnType<typeof mockLinks>) =>
    renderPart(<FilePreview file={aFile(1)} fetchLinks={fetchLinks} opened onClose={() => undefined} />)
  const picture = () => screen.findByAltText('photo 1.webp')

  it('is retried once with a fresh link, then shows an error with Retry', async () => {
    const fetchLinks = mockLinks()
    preview(fetchLinks)
    const first = await picture()
    fireEvent.error(first)
    // The fresh link may be identical; the picture must be fetched again anyway.
    await waitFor(async () => expect(await picture()).not.toBe(first))
    fireEvent.error(await picture())
    expect(await screen.findByText('Failed to load file')).toBeTruthy()
    expect(fetchLinks).toHaveBeenCalledOnce()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    fireEvent.load(await picture())
    expect(fetchLinks).toHaveBeenCalledTimes(2)
    expect(screen.queryByText('Failed to load file')).toBeNull()
  })

  it('shows the error immediately if no fresh link is available', async () => {
    const fetchLinks = mockLinks().mockRejectedValue(new Error('No network'))
    preview(fetchLinks)
    fireEvent.error(await picture())
    expect(await screen.findByText('Failed to load file')).toBeTruthy()
  })

  it('is renewed again the next day', async () => {
    const fetchLinks = mockLinks()
    preview(fetchLinks)
    for (const day of [1, 2]) {
      advanceClock(aDay)
      fireEvent.error(await picture())
      await waitFor(async () => expect((await picture()).getAttribute('src')).toBe(linksNow('1').url))
      fireEvent.load(await picture())
      expect(fetchLinks).toHaveBeenCalledTimes(day)
    }
  })
})

it('a video resumes at its position when its link expires', async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined)
  vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockReturnValue(false)
  const file = aFile(1, { name: 'clip.mp4', kind: 'video', thumbnailUrl: null })
  const fetchLinks = mockLinks()
  renderPart(<FilePreview file={file} fetchLinks={fetchLinks} opened onClose={() => undefined} />)
  const video = () => document.querySelector('video') as HTMLVideoElement
  await waitFor(() => expect(video()).not.toBeNull())
  video().currentTime = 42
  fireEvent.timeUpdate(video())
  advanceClock(aDay)
  fireEvent.error(video())
  await waitFor(() => expect(video()?.getAttribute('src')).toBe(linksNow('1').url))
  fireEvent.loadedMetadata(video())
  expect([video().currentTime, play.mock.calls.length]).toEqual([42, 1])
})

it('a chat file that cannot be saved is opened with its fresh link', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const fresh = { url: '/files/fresh?expires=1', thumbnailUrl: null }
  renderPart(<AttachmentList files={[aPdf(1)]} words={words} opensFailed fetchLinks={async () => fresh} />)
  advanceClock(aDay)
  await userEvent.click(screen.getByRole('button', { name: 'Download plan.pdf' }))
  await waitFor(() => expect(open).toHaveBeenCalledWith(fresh.url, '_blank', 'noopener'))
  expect(await screen.findByText('Failed to download file')).toBeTruthy()
})
