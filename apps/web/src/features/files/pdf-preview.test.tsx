import type { Attachment } from '@muster/contract/stored-files.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderComponent } from '../../testing/render.tsx'
import { PdfPreview } from './pdf-preview.tsx'

const openPdf = vi.hoisted(() => vi.fn())
vi.mock('./open-pdf.ts', () => ({ openPdf }))

const file: Attachment = {
  id: '0192f0c0-0000-7000-8000-000000000711',
  name: 'rules.pdf',
  kind: 'pdf',
  size: 4,
  url: `/files/rules.pdf?expires=${Date.parse('2036-01-01T00:00:00.000Z')}`,
  thumbnailUrl: null,
}
const pagesPdf = (getPage: () => Promise<unknown>) => ({
  document: { numPages: 1, getPage },
  close: () => undefined,
})
const aPage = {
  getViewport: ({ scale }: { scale: number }) => ({ width: 210 * scale, height: 297 * scale }),
  render: () => ({ promise: Promise.resolve(), cancel: () => undefined }),
  getTextContent: async () => ({ items: [{ str: 'Wear a helmet' }] }),
}

/** Moves the pages into the viewport or out of it. */
let setVisible: (isVisible: boolean) => void
let serveFile: () => Promise<Response>
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
        setVisible = isIntersecting => report([{ isIntersecting }])
      }
      observe() {
        setVisible(true)
      }
      disconnect() {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300)
  serveFile = async () => new Response('%PDF')
  vi.stubGlobal('fetch', () => serveFile())
  openPdf.mockReset().mockResolvedValue(pagesPdf(async () => aPage))
})

function renderPdf(readCopy?: () => Promise<Blob | undefined>) {
  const [onShown, onRefused] = [vi.fn(), vi.fn()]
  const fetchLinks = () => Promise.reject(new Error('No network'))
  renderComponent(
    <PdfPreview
      file={file}
      fetchLinks={fetchLinks}
      readCopy={readCopy}
      onShown={onShown}
      onRefused={onRefused}
    />,
  )
  return { onShown, onRefused }
}

it('reports a PDF as shown once its first page is drawn, and gives screen readers its text', async () => {
  const { onShown, onRefused } = renderPdf()
  expect(await screen.findByText('Wear a helmet')).toBeTruthy()
  expect([onShown.mock.calls.length, onRefused.mock.calls.length]).toEqual([1, 0])
})

it('refuses a PDF whose first page cannot be drawn, and offers it as a download', async () => {
  openPdf.mockResolvedValue(pagesPdf(() => Promise.reject(new Error('bad page'))))
  const { onShown, onRefused } = renderPdf()
  expect(await screen.findByRole('button', { name: 'Download' })).toBeTruthy()
  expect([onShown.mock.calls.length, onRefused.mock.calls.length]).toEqual([0, 1])
})

it('refuses a PDF whose text cannot be drawn', async () => {
  const { onRefused } = renderPdf()
  await screen.findByText('Wear a helmet')
  act(() => openPdf.mock.lastCall?.[1]())
  expect(onRefused).toHaveBeenCalledOnce()
})

it('shows the copy on the device if the file cannot be fetched', async () => {
  serveFile = () => Promise.reject(new TypeError('Failed to fetch'))
  renderPdf(async () => new Blob(['%PDF copy']))
  expect(await screen.findByText('Wear a helmet')).toBeTruthy()
  expect(new TextDecoder().decode(openPdf.mock.lastCall?.[0])).toBe('%PDF copy')
})

it('offers to try again, and does not blame the file, if neither can be read', async () => {
  serveFile = () => Promise.reject(new TypeError('Failed to fetch'))
  const { onRefused } = renderPdf(async () => undefined)
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy()
  expect(onRefused).not.toHaveBeenCalled()
})

it('frees the memory of a page that left the viewport, and draws it again when it returns', async () => {
  renderPdf()
  await screen.findByText('Wear a helmet')
  const canvas = screen.getByRole('img', { name: 'Page 1 of 1' }) as HTMLCanvasElement
  expect(canvas.width).toBeGreaterThan(0)
  act(() => setVisible(false))
  expect([canvas.width, canvas.height]).toEqual([0, 0])
  act(() => setVisible(true))
  await waitFor(() => expect(canvas.width).toBeGreaterThan(0))
})
