import { t } from '@lingui/core/macro'
import { downloadBlob } from '../../../lib/download-text.ts'
import { errorText } from '../../../lib/error-text.ts'
import { requestFile } from '../../../lib/request-file.ts'
import { useAct } from '../../../ui/forms/use-act.ts'

/** Downloads the people who are not accounted for as PDF, made by the server. */
export const usePdf = (emergencyId: string) =>
  useAct({
    call: async () => {
      const response = await requestFile('/download/emergency', { emergencyId })
      const [, fileName = 'muster.pdf'] =
        /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
      downloadBlob(fileName, await response.blob())
      return fileName
    },
    done: fileName => [t`Download ready`, fileName],
    failed: error => [t`Download failed`, errorText(error, t`The file couldn’t be created. Try again.`)],
  })
