import { type Attachment, uploaded } from '@muster/contract/stored-files.ts'
import { errorText } from '../../lib/error-text.ts'
import { toRequestHeaders } from '../../lib/request-headers.ts'
import { makeLinksAbsolute, serverUrl } from '../../lib/server-address.ts'
import { sessionStore } from '../../lib/session-store.ts'
import { toRefusal } from '../../lib/to-refusal.ts'

/** Thrown when an upload is refused or fails. `message` is a text for the person, or empty. */
export class UploadError extends Error {
  override name = 'UploadError'
}

export type Upload = {
  file: File
  /** Created once for each file, so that a retry does not store the file twice. */
  requestId: string
  /** Called with the uploaded share, from 0 to 1. */
  onProgress: (part: number) => void
  /** Aborts the upload, which then rejects with the signal's reason. */
  signal: AbortSignal
}

/** Uses XMLHttpRequest, because `fetch` reports no upload progress. Rejects with UploadError or, if aborted, the signal's reason. */
export function sendFile(
  uploadPath: string,
  query: Record<string, string>,
  { file, requestId, onProgress, signal }: Upload,
): Promise<Attachment> {
  const token = sessionStore.get()?.token
  const url = serverUrl(
    `/upload/${uploadPath}?${new URLSearchParams({ ...query, requestId, name: file.name })}`,
  )
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    request.responseType = 'text'
    for (const [name, value] of Object.entries(toRequestHeaders(token))) request.setRequestHeader(name, value)
    request.setRequestHeader('content-type', file.type || 'application/octet-stream')
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total)
    }
    request.onerror = () => reject(new UploadError())
    request.onabort = () => reject(signal.reason)
    request.onload = () => {
      const body = parseJson(request.responseText)
      const result = uploaded.safeParse(body)
      if (request.status === 200 && result.success) return resolve(makeLinksAbsolute(result.data.attachment))
      if (request.status === 401 && token) sessionStore.expire(token)
      const cause = toRefusal(request.status, body)
      reject(new UploadError(errorText(cause, ''), { cause }))
    }
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
