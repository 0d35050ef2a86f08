import { t } from '@lingui/core/macro'
import { VisuallyHidden } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import classes from './files.module.css'
import { toCanvasWidth } from './to-canvas-width.ts'

type Props = {
  document: PDFDocumentProxy
  page: number
  /** The width of a page relative to the space there is. */
  zoom: number
  onShown?: (() => void) | undefined
  /** Called if the page cannot be drawn, so that it stays blank. */
  onFailed?: (() => void) | undefined
}

/** The ratio of width to height until the page has been read: A4 upright. */
const a4Ratio = 210 / 297

/** A page of a PDF, drawn once it comes near the viewport. Screen readers get its text. */
export function PdfPage({ document, page: pageNumber, zoom, onShown, onFailed }: Props) {
  const { ref, inViewport } = useInViewport<HTMLDivElement>()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [ratio, setRatio] = useState(a4Ratio)
  const [text, setText] = useState('')
  const reportShown = useEffectEvent(() => onShown?.())
  const reportFailed = useEffectEvent(() => onFailed?.())
  // biome-ignore lint/correctness/useExhaustiveDependencies: after zooming, a page is drawn again in its new size
  useEffect(() => {
    const target = canvas.current
    if (!inViewport || !target) return
    let stopDrawing = () => {}
    let isStopped = false
    const draw = async () => {
      const page = await document.getPage(pageNumber)
      const { width, height } = page.getViewport({ scale: 1 })
      if (isStopped) return
      setRatio(width / height)
      const pixels = toCanvasWidth(target.clientWidth, width / height, window.devicePixelRatio)
      const viewport = page.getViewport({ scale: pixels / width })
      target.width = Math.round(viewport.width)
      target.height = Math.round(viewport.height)
      const task = page.render({ canvas: target, viewport })
      stopDrawing = () => task.cancel()
      await task.promise
      reportShown()
      const content = await page.getTextContent().catch(() => undefined)
      setText(content?.items.map(item => ('str' in item ? item.str : '')).join(' ') ?? '')
    }
    draw().catch(() => {
      if (!isStopped) reportFailed()
    })
    return () => {
      isStopped = true
      stopDrawing()
      // Frees the memory of a page that left the viewport. It is drawn again when it returns.
      target.width = 0
      target.height = 0
    }
  }, [document, pageNumber, inViewport, zoom])
  const { numPages } = document
  return (
    <div ref={ref} className={classes.page} style={{ width: `${zoom * 100}%`, aspectRatio: ratio }}>
      <canvas ref={canvas} role="img" aria-label={t`Page ${pageNumber} of ${numPages}`} />
      <VisuallyHidden>{text}</VisuallyHidden>
    </div>
  )
}
