import { t } from '@lingui/core/macro'
import { downloadBlob } from '../../../lib/download-text.ts'
import { errorText, hasCode } from '../../../lib/error-text.ts'
import { requestFile } from '../../../lib/request-file.ts'
import { useAct } from '../../../ui/forms/use-act.ts'

/** Downloads the people who are not accounted for as PDF, made by the server. `onTooLong` is called if it must be made as a file. */
export const usePdf = (emergencyId: string, onTooLong: () => void) =>
  useAct({
    call: async () => {
      const response = await requestPdf(emergencyId)
      if (!response) return onTooLong()
      const [, fileName = 'muster.pdf'] =
        /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
      downloadBlob(fileName, await response.blob())
      return fileName
    },
    done: fileName => (fileName === undefined ? undefined : [t`Download ready`, fileName]),
    failed: error => [t`Download failed`, errorText(error, t`The file couldn’t be created. Try again.`)],
  })

async function requestPdf(emergencyId: string): Promise<Response | undefined> {
  try {
    return await requestFile('/download/emergency', { emergencyId })
  } catch (error) {
    if (hasCode(error, 'PDF_TOO_LARGE')) return
    throw error
  }
}
