import { t } from '@lingui/core/macro'
import { VisuallyHidden } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import classes from './files.module.css'

type Props = {
  document: PDFDocumentProxy
  page: number
  /** The width of a page relative to the space there is. */
  zoom: number
  onShown?: (() => void) | undefined
}

/** The ratio of width to height until the page has been read: A4 upright. */
const a4Ratio = 210 / 297
/** Bounds the memory of a page on a phone with a dense screen. */
const maxPixelRatio = 2

/** A page of a PDF, drawn once it comes near the viewport. Screen readers get its text. */
export function PdfPage({ document, page: pageNumber, zoom, onShown }: Props) {
  const { ref, inViewport } = useInViewport<HTMLDivElement>()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [ratio, setRatio] = useState(a4Ratio)
  const [text, setText] = useState('')
  const reportShown = useEffectEvent(() => onShown?.())
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
      const pixels = target.clientWidth * Math.min(window.devicePixelRatio, maxPixelRatio)
      const viewport = page.getViewport({ scale: pixels / width })
      target.width = Math.round(viewport.width)
      target.height = Math.round(viewport.height)
      const task = page.render({ canvas: target, viewport })
      stopDrawing = () => task.cancel()
      await task.promise
      reportShown()
      const { items } = await page.getTextContent()
      setText(items.map(item => ('str' in item ? item.str : '')).join(' '))
    }
    // A page that left the viewport is drawn again when it returns; one that cannot be drawn stays blank.
    draw().catch(() => undefined)
    return () => {
      isStopped = true
      stopDrawing()
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
