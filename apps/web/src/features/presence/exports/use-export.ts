import { t } from '@lingui/core/macro'
import type { PresenceExport } from '@muster/contract/presence-exports.ts'
import { useEffect, useRef, useState } from 'react'
import { downloadBlob } from '../../../lib/download-text.ts'
import { errorText } from '../../../lib/error-text.ts'
import { formatCount } from '../../../lib/format-count.ts'
import { notify } from '../../../ui/toast/notify.ts'
import { notifyFailure } from '../../../ui/toast/notify-failure.ts'
import { type ExportedFile, type ExportProgress, exportFile } from './export-file.ts'

/** Exports one file at a time, and aborts on `stop` or when its dialog closes. `onDone`: the file was saved. */
export function useExport(zoneName: string, onDone: () => void) {
  const [progress, setProgress] = useState<ExportProgress>()
  const [working, setWorking] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const start = async (wish: PresenceExport) => {
    const control = new AbortController()
    running.current = control
    setWorking(true)
    setProgress(undefined)
    try {
      const file = await exportFile(wish, control.signal, setProgress)
      if (control.signal.aborted) return
      downloadBlob(file.fileName, file.blob)
      notify.success(t`Download ready`, wordsOf(wish, zoneName, file))
      onDone()
    } catch (error) {
      if (!control.signal.aborted)
        notifyFailure(t`Export failed`, errorText(error, t`The file could not be made. Try again.`))
    } finally {
      if (running.current === control) {
        setWorking(false)
        setProgress(undefined)
      }
    }
  }
  /** Aborts at once, whatever the network does. */
  const stop = () => {
    running.current?.abort()
    running.current = undefined
    setWorking(false)
    setProgress(undefined)
  }
  return { start: (wish: PresenceExport) => void start(wish), stop, progress, working }
}

function wordsOf(
  { kind }: PresenceExport,
  zoneName: string,
  { rows, total, fileName }: ExportedFile,
): string {
  const people = t`${formatCount(rows)} ${rows === 1 ? 'person' : 'people'} inside ${zoneName}`
  const visits = t`${formatCount(rows)} ${rows === 1 ? 'visit' : 'visits'} to ${zoneName}`
  const said = t`${kind === 'inside' ? people : visits}, in ${fileName}.`
  return rows < total ? t`${said} There are ${formatCount(total)}: choose fewer days, or CSV.` : said
}
