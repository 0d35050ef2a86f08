import { plural, t } from '@lingui/core/macro'
import type { Attachment } from '@muster/contract/stored-files.ts'
import type { AcceptedFiles } from '@muster/domain/attachment.ts'
import { useCallback, useRef, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { fileToSend } from './file-to-send.ts'
import { type Upload, UploadError } from './send-file.ts'

/** A selected file and its upload state. */
export type UploadItem = {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly state: 'waiting' | 'sending' | 'sent' | 'failed' | 'refused'
  /** The uploaded share, from 0 to 1. */
  readonly part: number
  readonly problem?: string
  readonly attachment?: Attachment
  readonly place?: string
}

type Options = {
  most: number
  /** The accepted files; by default attachments. */
  accepted?: AcceptedFiles
  /** The screen's texts for a file over 10 MB, and for one that could not be sent. */
  tooLarge: string
  failed: string
}

type Send = (upload: Upload & { place: string | undefined }) => Promise<Attachment>

/** Manages selected files, which `sendAll` uploads one after the other. Each has its progress, and can be retried or removed. */
export function useUploads({ most, tooLarge, failed, accepted = 'attachments' }: Options) {
  const [items, setItems] = useState<readonly UploadItem[]>([])
  const files = useRef(new Map<string, File>())
  const aborts = useRef(new Map<string, AbortController>())
  const sent = useRef(new Map<string, Attachment>())

  const change = useCallback((id: string, changes: Partial<UploadItem>) => {
    setItems(now => now.map(item => (item.id === id ? { ...item, ...changes } : item)))
  }, [])

  const add = useCallback(
    /** `place`: the destination, passed to `send`. */
    async (chosen: readonly File[], place?: string) => {
      for (const file of chosen) {
        const checked = await fileToSend(file, tooLarge, accepted)
        const id = uuidV7()
        const isRefused = 'problem' in checked
        if (!isRefused) files.current.set(id, checked.file)
        const item: UploadItem = {
          id,
          name: isRefused ? file.name : checked.file.name,
          size: isRefused ? file.size : checked.file.size,
          state: isRefused ? 'refused' : 'waiting',
          part: 0,
          ...(place !== undefined && { place }),
          ...(isRefused && { problem: checked.problem }),
        }
        setItems(now => {
          const accepted = now.filter(it => it.state !== 'refused').length
          if (isRefused || accepted < most) return [...now, item]
          const problem = t`You can attach up to ${plural(most, { one: '# file', other: '# files' })}.`
          return [...now, { ...item, state: 'refused', problem }]
        })
      }
    },
    [most, tooLarge, accepted],
  )

  const remove = useCallback((id: string) => {
    aborts.current.get(id)?.abort(new DOMException('File removed', 'AbortError'))
    files.current.delete(id)
    sent.current.delete(id)
    setItems(now => now.filter(item => item.id !== id))
  }, [])

  const sendOne = useCallback(
    async (id: string, place: string | undefined, send: Send): Promise<'sent' | 'refused' | 'failed'> => {
      const file = files.current.get(id)
      if (!file) return 'sent'
      const abort = new AbortController()
      aborts.current.set(id, abort)
      change(id, { state: 'sending', part: 0 })
      try {
        const onProgress = (part: number) => change(id, { part })
        const attachment = await send({ file, requestId: id, onProgress, signal: abort.signal, place })
        files.current.delete(id)
        sent.current.set(id, attachment)
        change(id, { state: 'sent', part: 1, attachment })
        return 'sent'
      } catch (error) {
        const refusal = error instanceof UploadError ? error.message : ''
        change(id, { state: 'failed', problem: refusal || failed })
        return refusal ? 'refused' : 'failed'
      } finally {
        aborts.current.delete(id)
      }
    },
    [change, failed],
  )

  /** Uploads the pending and failed files. `refused`: the server rejected some; `failed`: some did not arrive. */
  const sendAll = async (send: Send): Promise<'sent' | 'refused' | 'failed'> => {
    let result: 'sent' | 'refused' | 'failed' = 'sent'
    for (const { id, place } of items.filter(item => files.current.has(item.id))) {
      const outcome = await sendOne(id, place, send)
      if (outcome !== 'sent' && result !== 'failed') result = outcome
    }
    return result
  }

  /** Returns the server's results for the uploaded files, already current right after `sendAll`. */
  const sentNow = () => [...sent.current.values()]

  /** Returns the files that the server does not have, with the ids under which they would be sent. */
  const unsent = () =>
    items.flatMap(({ id }) => {
      const file = files.current.get(id)
      return file ? [{ id, file }] : []
    })

  return { items, add, remove, sendAll, sentNow, unsent }
}
export type Uploads = ReturnType<typeof useUploads>
