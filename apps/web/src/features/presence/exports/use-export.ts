import { plural, t } from '@lingui/core/macro'
import type { PresenceExport } from '@muster/contract/presence-exports.ts'
import { useEffect, useRef, useState } from 'react'
import { downloadBlob } from '../../../lib/download-text.ts'
import { errorText, hasCode } from '../../../lib/error-text.ts'
import { notify } from '../../../ui/toast/notify.ts'
import { notifyFailure } from '../../../ui/toast/notify-failure.ts'
import { type ExportedFile, type ExportProgress, exportFile } from './export-file.ts'

/**
 * Exports one file at a time, and aborts on `stop` or when its dialog closes. `onDone` is called once the file has been saved, `onTooLong`
 * if it must be made as a report file.
 */
export function useExport(zoneName: string, onDone: () => void, onTooLong: () => void) {
  const [progress, setProgress] = useState<ExportProgress>()
  const [isWorking, setIsWorking] = useState(false)
  const activeController = useRef<AbortController>(undefined)
  useEffect(() => () => activeController.current?.abort(), [])

  const start = async (request: PresenceExport) => {
    const controller = new AbortController()
    activeController.current = controller
    setIsWorking(true)
    setProgress(undefined)
    try {
      const file = await exportFile(request, controller.signal, setProgress)
      if (controller.signal.aborted) return
      downloadBlob(file.fileName, file.blob)
      notify.success(t`Download ready`, exportedText(request, zoneName, file))
      onDone()
    } catch (error) {
      if (controller.signal.aborted) return
      if (hasCode(error, 'PDF_TOO_LARGE')) onTooLong()
      else notifyFailure(t`Export failed`, errorText(error, t`The file couldn’t be created. Try again.`))
    } finally {
      if (activeController.current === controller) {
        setIsWorking(false)
        setProgress(undefined)
      }
    }
  }
  /** Aborts the export immediately, without waiting for the network. */
  const stop = () => {
    activeController.current?.abort()
    activeController.current = undefined
    setIsWorking(false)
    setProgress(undefined)
  }
  return { start: (request: PresenceExport) => void start(request), stop, progress, working: isWorking }
}

function exportedText(
  { kind }: PresenceExport,
  zoneName: string,
  { rows, total, fileName }: ExportedFile,
): string {
  const contentText =
    kind === 'inside'
      ? plural(rows, {
          one: `${fileName}: # person inside ${zoneName}.`,
          other: `${fileName}: # people inside ${zoneName}.`,
        })
      : plural(rows, {
          one: `${fileName}: # visit to ${zoneName}.`,
          other: `${fileName}: # visits to ${zoneName}.`,
        })
  if (rows >= total) return contentText
  const missingRows = total - rows
  const missingText = plural(missingRows, {
    one: '# row was left out. Choose a shorter period or export as CSV.',
    other: '# rows were left out. Choose a shorter period or export as CSV.',
  })
  return `${contentText} ${missingText}`
}
