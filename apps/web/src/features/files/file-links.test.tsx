import type { Attachment, FileLinks } from '@muster/contract/stored-files.ts'
import { limits } from '@muster/domain/limits.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderComponent } from '../../testing/render.tsx'
import { AttachmentList } from './attachment-list.tsx'
import { FilePreview } from './file-preview.tsx'

const openedAt = new Date('2026-11-20T09:00:00.000Z')
const dayMs = 24 * 60 * 60 * 1_000

/** Creates the links to a file as the server would sign them now. */
const createLinks = (name: string): FileLinks => {
  const expiry = Date.now() + limits.signedLinkMs
  return {
    url: `/files/${name}?expires=${expiry}`,
    thumbnailUrl: `/files/${name}.thumb.webp?expires=${expiry}`,
  }
}
const aFile = (n: number, changes: Partial<Attachment> = {}): Attachment => ({
  id: `0192f0c0-0000-7000-8000-${String(n).padStart(12, '0')}`,
  name: `photo ${n}.webp`,
  kind: 'picture',
  size: 120_000,
  ...createLinks(String(n)),
  ...changes,
})
const aPdf = (n: number) => aFile(n, { name: 'plan.pdf', kind: 'pdf', thumbnailUrl: null })
const toLinkName = ({ id }: Attachment) => String(Number(id.slice(-12)))
const texts = { done: 'File downloaded successfully', failed: 'Failed to download file' }

/** The URLs fetched from the simulated file endpoint, which serves a link until it expires. */
let fetchedUrls: string[]
let content: Uint8Array<ArrayBuffer>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: openedAt })
  URL.createObjectURL = () => 'blob:here'
  URL.revokeObjectURL = () => undefined
  fetchedUrls = []
  content = new Uint8Array([1])
  vi.stubGlobal('fetch', async (input: string | Request) => {
    if (typeof input !== 'string') return new Response('{}', { status: 404 })
    fetchedUrls.push(input)
    const expiresAt = Number(new URL(input, 'http://x').searchParams.get('expires'))
    return expiresAt > Date.now() ? new Response(content) : new Response('{}', { status: 404 })
  })
  return () => vi.useRealTimers()
})
const advanceClock = (ms: number) => vi.setSystemTime(Date.now() + ms)
const listImages = () => [...document.querySelectorAll('img')]
const listSources = () => listImages().map(it => it.getAttribute('src') ?? '')
const mockLinks = () => vi.fn(async (file: Attachment) => createLinks(toLinkName(file)))

describe('a screen that has been open for a day', () => {
  it('saves a file with a fresh link, requested on the click', async () => {
    const fetchLinks = mockLinks()
    renderComponent(<AttachmentList files={[aPdf(1)]} words={texts} fetchLinks={fetchLinks} />)
    advanceClock(dayMs)
    expect(fetchLinks).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Download plan.pdf' }))
    expect(await screen.findByText('File downloaded successfully')).toBeTruthy()
    expect(fetchedUrls).toEqual([createLinks('1').url])
    expect(fetchLinks).toHaveBeenCalledOnce()
  })

  it('opens a picture without trying the expired link', async () => {
    const fetchLinks = mockLinks()
    renderComponent(<AttachmentList files={[aFile(1)]} words={texts} fetchLinks={fetchLinks} />)
    advanceClock(dayMs)
    await userEvent.click(screen.getByRole('button', { name: 'Show photo 1.webp' }))
    const picture = await within(await screen.findByRole('dialog')).findByAltText('photo 1.webp')
    expect(picture.getAttribute('src')).toBe(createLinks('1').url)
    expect(fetchLinks).toHaveBeenCalledOnce()
  })

  it('requests links only for small pictures that fail, in a long list', async () => {
    const fetchLinks = mockLinks()
    const files = Array.from({ length: 40 }, (_, n) => aFile(n + 1))
    renderComponent(<AttachmentList files={files} words={texts} fetchLinks={fetchLinks} />)
    advanceClock(dayMs)
    expect([fetchLinks.mock.calls.length, listImages().length]).toEqual([0, 40])
    for (const at of [3, 4]) fireEvent.error(listImages()[at] as HTMLImageElement)
    await waitFor(() =>
      expect(listSources().slice(3, 5)).toEqual([
        createLinks('4').thumbnailUrl,
        createLinks('5').thumbnailUrl,
      ]),
    )
    expect(fetchLinks).toHaveBeenCalledTimes(2)
  })

  it('shows a text, even in an old Windows encoding', async () => {
    content = new Uint8Array(Buffer.from('Schlüssel für Müller', 'latin1'))
    const file = aFile(1, { name: 'keys.txt', kind: 'text', thumbnailUrl: null })
    const fetchLinks = mockLinks()
    renderComponent(<AttachmentList files={[file]} words={texts} fetchLinks={fetchLinks} />)
    advanceClock(dayMs)
    await userEvent.click(screen.getByRole('button', { name: 'Show keys.txt' }))
    expect(await screen.findByText('Schlüssel für Müller')).toBeTruthy()
  })
})

describe('a picture that does not load', () => {
  const renderPreview = (fetchLinks: ReturnType<typeof mockLinks>) =>
    renderComponent(<FilePreview file={aFile(1)} fetchLinks={fetchLinks} opened onClose={() => undefined} />)
  const findPicture = () => screen.findByAltText('photo 1.webp')

  it('is retried once with a fresh link, then shows an error with Retry', async () => {
    const fetchLinks = mockLinks()
    renderPreview(fetchLinks)
    const firstPicture = await findPicture()
    fireEvent.error(firstPicture)
    // The fresh link may be identical; the picture must be fetched again anyway.
    await waitFor(async () => expect(await findPicture()).not.toBe(firstPicture))
    fireEvent.error(await findPicture())
    expect(await screen.findByText('Failed to load file')).toBeTruthy()
    expect(fetchLinks).toHaveBeenCalledOnce()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    fireEvent.load(await findPicture())
    expect(fetchLinks).toHaveBeenCalledTimes(2)
    expect(screen.queryByText('Failed to load file')).toBeNull()
  })

  it('shows the error immediately if no fresh link is available', async () => {
    const fetchLinks = mockLinks().mockRejectedValue(new Error('No network'))
    renderPreview(fetchLinks)
    fireEvent.error(await findPicture())
    expect(await screen.findByText('Failed to load file')).toBeTruthy()
  })

  it('is renewed again the next day', async () => {
    const fetchLinks = mockLinks()
    renderPreview(fetchLinks)
    for (const day of [1, 2]) {
      advanceClock(dayMs)
      fireEvent.error(await findPicture())
      await waitFor(async () => expect((await findPicture()).getAttribute('src')).toBe(createLinks('1').url))
      fireEvent.load(await findPicture())
      expect(fetchLinks).toHaveBeenCalledTimes(day)
    }
  })
})

it('a video resumes at its position when its link expires', async () => {
  const playSpy = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined)
  vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockReturnValue(false)
  const file = aFile(1, { name: 'clip.mp4', kind: 'video', thumbnailUrl: null })
  const fetchLinks = mockLinks()
  renderComponent(<FilePreview file={file} fetchLinks={fetchLinks} opened onClose={() => undefined} />)
  const findVideo = () => document.querySelector('video') as HTMLVideoElement
  await waitFor(() => expect(findVideo()).not.toBeNull())
  findVideo().currentTime = 42
  fireEvent.timeUpdate(findVideo())
  advanceClock(dayMs)
  fireEvent.error(findVideo())
  await waitFor(() => expect(findVideo()?.getAttribute('src')).toBe(createLinks('1').url))
  fireEvent.loadedMetadata(findVideo())
  expect([findVideo().currentTime, playSpy.mock.calls.length]).toEqual([42, 1])
})

it('a chat file that cannot be saved is opened with its fresh link', async () => {
  const openWindow = vi.spyOn(window, 'open').mockReturnValue(null)
  const freshLinks = { url: '/files/fresh?expires=1', thumbnailUrl: null }
  renderComponent(
    <AttachmentList files={[aPdf(1)]} words={texts} opensFailed fetchLinks={async () => freshLinks} />,
  )
  advanceClock(dayMs)
  await userEvent.click(screen.getByRole('button', { name: 'Download plan.pdf' }))
  await waitFor(() => expect(openWindow).toHaveBeenCalledWith(freshLinks.url, '_blank', 'noopener'))
  expect(await screen.findByText('Failed to download file')).toBeTruthy()
})
