import { t } from '@lingui/core/macro'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { downloadBlob, openBlob } from '../../../lib/download-text.ts'
import { errorText, hasCode, isNotFound } from '../../../lib/error-text.ts'
import { readFileName, requestFile } from '../../../lib/request-file.ts'
import { ResponsiveDialog } from '../../../ui/dialogs/responsive-dialog.tsx'
import { useAct } from '../../../ui/forms/use-act.ts'
import type { RollRequest } from './roll-file.tsx'

export const RollFile = lazy(async () => ({ default: (await import('./roll-file.tsx')).RollFile }))

/** Milliseconds without a response after which what is stored on the device is printed. */
const printTimeoutMs = 20_000

/**
 * Prints the PDF of a list or downloads it; the server makes both. Render `dialog`: it makes a file of a list that is too long.
 * `printStored` is called to print what is on the device, if the server cannot make the file now.
 */
export function useRollPdf(
  roll: RollRequest,
  printStored: () => void,
): { print: () => void; download: () => void; isPreparing: boolean; dialog: ReactNode } {
  const [isTooLong, setIsTooLong] = useState(false)
  const readPdf = async (signal?: AbortSignal) => {
    try {
      const response =
        roll.kind === 'inside'
          ? await requestFile('/download/presence', { ...roll, format: 'pdf' }, signal)
          : await requestFile('/download/emergency', { emergencyId: roll.emergencyId }, signal)
      return [readFileName(response, 'muster.pdf'), await response.blob()] as const
    } catch (error) {
      if (!hasCode(error, 'PDF_TOO_LARGE')) throw error
      setIsTooLong(true)
    }
  }
  const print = useAct({
    call: async () => {
      try {
        return await readPdf(AbortSignal.timeout(printTimeoutMs))
      } catch (error) {
        if (isNotFound(error)) throw error
        printStored()
      }
    },
    onDone: pdf => pdf && openBlob(...pdf),
    failed: error => [t`Print failed`, errorText(error, t`The list couldn’t be loaded. Try again.`)],
  })
  const download = useAct({
    call: () => readPdf(),
    onDone: pdf => pdf && downloadBlob(...pdf),
    done: pdf => pdf && [t`Download ready`, pdf[0]],
    failed: error => [t`Download failed`, errorText(error, t`The file couldn’t be created. Try again.`)],
  })
  const close = () => setIsTooLong(false)
  return {
    print: () => print.isPending || print.mutate(),
    download: () => download.mutate(),
    isPreparing: print.isPending || download.isPending,
    dialog: (
      <ResponsiveDialog opened={isTooLong} onClose={close} title={t`Download as PDF`}>
        <Suspense fallback={null}>
          <RollFile roll={roll} onClose={close} />
        </Suspense>
      </ResponsiveDialog>
    ),
  }
}
