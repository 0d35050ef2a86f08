import { plural, t } from '@lingui/core/macro'
import type { Attachment } from '@muster/contract/stored-files.ts'
import type { AcceptedFiles } from '@muster/domain/attachment.ts'
import { useCallback, useRef, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { withReference } from '../../lib/error-text.ts'
import { prepareFile } from './prepare-file.ts'
import { type Upload, UploadError } from './send-file.ts'

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

type SendUpload = (upload: Upload & { place: string | undefined }) => Promise<Attachment>

/** `sendAll` uploads the files one after the other. Each can be retried or removed. */
export function useUploads({ most, tooLarge, failed, accepted = 'attachments' }: Options) {
  const [items, setItems] = useState<readonly UploadItem[]>([])
  const filesById = useRef(new Map<string, File>())
  const controllersById = useRef(new Map<string, AbortController>())
  const sentAttachmentsById = useRef(new Map<string, Attachment>())

  const updateItem = useCallback((id: string, changes: Partial<UploadItem>) => {
    setItems(current => current.map(item => (item.id === id ? { ...item, ...changes } : item)))
  }, [])

  const add = useCallback(
    /** `place`: the destination, passed to `send`. */
    async (selectedFiles: readonly File[], place?: string) => {
      for (const file of selectedFiles) {
        const preparedFile = await prepareFile(file, tooLarge, accepted)
        const id = uuidV7()
        const isRefused = 'problem' in preparedFile
        if (!isRefused) filesById.current.set(id, preparedFile.file)
        const item: UploadItem = {
          id,
          name: isRefused ? file.name : preparedFile.file.name,
          size: isRefused ? file.size : preparedFile.file.size,
          state: isRefused ? 'refused' : 'waiting',
          part: 0,
          ...(place !== undefined && { place }),
          ...(isRefused && { problem: preparedFile.problem }),
        }
        setItems(current => {
          const acceptedCount = current.filter(it => it.state !== 'refused').length
          if (isRefused || acceptedCount < most) return [...current, item]
          const problem = t`You can attach up to ${plural(most, { one: '# file', other: '# files' })}.`
          return [...current, { ...item, state: 'refused', problem }]
        })
      }
    },
    [most, tooLarge, accepted],
  )

  const remove = useCallback((id: string) => {
    controllersById.current.get(id)?.abort(new DOMException('File removed', 'AbortError'))
    filesById.current.delete(id)
    sentAttachmentsById.current.delete(id)
    setItems(current => current.filter(item => item.id !== id))
  }, [])

  const sendItem = useCallback(
    async (
      id: string,
      place: string | undefined,
      send: SendUpload,
    ): Promise<'sent' | 'refused' | 'failed'> => {
      const file = filesById.current.get(id)
      if (!file) return 'sent'
      const controller = new AbortController()
      controllersById.current.set(id, controller)
      updateItem(id, { state: 'sending', part: 0 })
      try {
        const onProgress = (progress: number) => updateItem(id, { part: progress })
        const attachment = await send({ file, requestId: id, onProgress, signal: controller.signal, place })
        filesById.current.delete(id)
        sentAttachmentsById.current.set(id, attachment)
        updateItem(id, { state: 'sent', part: 1, attachment })
        return 'sent'
      } catch (error) {
        const refusal = error instanceof UploadError ? error.message : ''
        updateItem(id, { state: 'failed', problem: refusal || withReference(failed, error) })
        return refusal ? 'refused' : 'failed'
      } finally {
        controllersById.current.delete(id)
      }
    },
    [updateItem, failed],
  )

  /** Returns `failed` if any file did not arrive, otherwise `refused` if the server rejected any. */
  const sendAll = async (send: SendUpload): Promise<'sent' | 'refused' | 'failed'> => {
    let result: 'sent' | 'refused' | 'failed' = 'sent'
    for (const { id, place } of items.filter(item => filesById.current.has(item.id))) {
      const outcome = await sendItem(id, place, send)
      if (outcome !== 'sent' && result !== 'failed') result = outcome
    }
    return result
  }

  /** Returns the server's results for the uploaded files. Unlike `items`, they are current right after `sendAll`. */
  const listSentAttachments = () => [...sentAttachmentsById.current.values()]

  /** Returns the files that the server does not have, with the ids under which they would be sent. */
  const listUnsentFiles = () =>
    items.flatMap(({ id }) => {
      const file = filesById.current.get(id)
      return file ? [{ id, file }] : []
    })

  return { items, add, remove, sendAll, sentNow: listSentAttachments, unsent: listUnsentFiles }
}
export type Uploads = ReturnType<typeof useUploads>
