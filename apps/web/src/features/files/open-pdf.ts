import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs'
import PdfWorker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?worker'
import jbig2Url from 'pdfjs-dist/wasm/jbig2.wasm?url'
import openJpegUrl from 'pdfjs-dist/wasm/openjpeg.wasm?url'
import qcmsUrl from 'pdfjs-dist/wasm/qcms_bg.wasm?url'

/** The decoders for pictures in scanned documents, by the names under which the library asks for them. */
const decoderUrls: Readonly<Record<string, string>> = {
  'jbig2.wasm': jbig2Url,
  'openjpeg.wasm': openJpegUrl,
  'qcms_bg.wasm': qcmsUrl,
}

/** Gives the library our own files, because their names contain a hash. Rejects for files that we do not serve. */
class DecoderFiles {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const url = decoderUrls[filename]
    if (!url) throw new Error(`There is no ${filename}`)
    return new Uint8Array(await (await fetch(url)).arrayBuffer())
  }
}

export type OpenPdf = { document: PDFDocumentProxy; close: () => void }

/** Opens a PDF in a worker of its own. Rejects if it is damaged or needs a password. Close it to end the worker. */
export async function openPdf(data: Uint8Array): Promise<OpenPdf> {
  const port = new PdfWorker()
  const worker = PDFWorker.create({ port })
  const close = () => {
    worker.destroy()
    port.terminate()
  }
  try {
    const options = { data, worker, useWorkerFetch: false, BinaryDataFactory: DecoderFiles }
    return { document: await getDocument(options).promise, close }
  } catch (error) {
    close()
    throw error
  }
}
