import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs'
import PdfWorker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?worker'
import dingbatsUrl from 'pdfjs-dist/standard_fonts/FoxitDingbats.pfb?url'
import symbolUrl from 'pdfjs-dist/standard_fonts/FoxitSymbol.pfb?url'
import jbig2Url from 'pdfjs-dist/wasm/jbig2.wasm?url'
import openJpegUrl from 'pdfjs-dist/wasm/openjpeg.wasm?url'
import qcmsUrl from 'pdfjs-dist/wasm/qcms_bg.wasm?url'

/** Decoders for pictures in scans, and the fonts of ticks and bullets that documents need not contain, by the library's names. */
const fileUrls: Readonly<Record<string, string>> = {
  'jbig2.wasm': jbig2Url,
  'openjpeg.wasm': openJpegUrl,
  'qcms_bg.wasm': qcmsUrl,
  'FoxitDingbats.pfb': dingbatsUrl,
  'FoxitSymbol.pfb': symbolUrl,
}

/** Time a worker gets to end the document (ms). One that never responds is stopped anyway. */
const closeTimeoutMs = 2_000

/** Gives the library our own files, because their names contain a hash. Rejects for files that we do not serve. */
const createLibraryFiles = (onIllegible: () => void) =>
  class {
    async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
      // The library leaves out all text that needs this table of characters.
      if (kind === 'cMapUrl') onIllegible()
      const url = fileUrls[filename]
      if (!url) throw new Error(`There is no ${filename}`)
      return new Uint8Array(await (await fetch(url)).arrayBuffer())
    }
  }

export type OpenPdf = { document: PDFDocumentProxy; close: () => void }

/** Rejects if damaged or protected. `onIllegible`: some text cannot be drawn. Close it, or abort while it opens, to end its worker. */
export async function openPdf(
  data: Uint8Array,
  onIllegible: () => void,
  signal: AbortSignal,
): Promise<OpenPdf> {
  signal.throwIfAborted()
  const port = new PdfWorker()
  const worker = PDFWorker.create({ port })
  const BinaryDataFactory = createLibraryFiles(onIllegible)
  const task = getDocument({ data, worker, useWorkerFetch: false, BinaryDataFactory })
  const close = () => {
    // Only the task removes the document's fonts from the page.
    const end = task.destroy().catch(() => undefined)
    const timeout = new Promise(done => setTimeout(done, closeTimeoutMs))
    void Promise.race([end, timeout]).then(() => {
      worker.destroy()
      port.terminate()
    })
  }
  signal.addEventListener('abort', close)
  try {
    const document = await task.promise
    signal.removeEventListener('abort', close)
    return { document, close }
  } catch (error) {
    if (!signal.aborted) close()
    throw error
  }
}
