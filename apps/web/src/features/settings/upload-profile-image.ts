import { t } from '@lingui/core/macro'
import { profileImageAnswer } from '@muster/contract/settings.ts'
import { errorText } from '../../lib/error-text.ts'
import { toRequestHeaders } from '../../lib/request-headers.ts'
import { serverUrl } from '../../lib/server-address.ts'
import { sessionStore } from '../../lib/session-store.ts'
import { toRefusal } from '../../lib/to-refusal.ts'
import type { Crop } from './crop.ts'

const failureText = t`Failed to upload image. Please try again.`

/** Thrown if the upload failed or the photo was rejected; `message` tells the person why. */
export class UploadError extends Error {
  override name = 'UploadError'
}

type Options = {
  file: File
  crop: Crop
  /** Called with the fraction sent, from 0 to 1. */
  onProgress: (part: number) => void
  /** Aborts the upload, which then rejects with the signal's reason. */
  signal: AbortSignal
}

/**
 * Sends the photo as the body of `PUT /upload/profile-image` and resolves to the URL of the resulting picture. Uses XMLHttpRequest,
 * because `fetch` does not report upload progress. Rejects with UploadError or, if aborted, with the signal's reason.
 */
export function uploadProfileImage({ file, crop, onProgress, signal }: Options): Promise<string> {
  const query = new URLSearchParams({ x: `${crop.x}`, y: `${crop.y}`, side: `${crop.side}` })
  const token = sessionStore.get()?.token
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', serverUrl(`/upload/profile-image?${query}`))
    request.responseType = 'text'
    for (const [name, value] of Object.entries(toRequestHeaders(token))) request.setRequestHeader(name, value)
    request.setRequestHeader('content-type', file.type)
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total)
    }
    request.onerror = () => reject(new UploadError(failureText))
    request.onabort = () => reject(signal.reason)
    request.onload = () => {
      const body = parseJson(request.responseText)
      if (request.status === 200) {
        const parseResult = profileImageAnswer.safeParse(body)
        if (parseResult.success) return resolve(parseResult.data.profileImageUrl)
      }
      if (request.status === 401 && token) sessionStore.expire(token)
      reject(new UploadError(errorText(toRefusal(request.status, body), failureText)))
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
