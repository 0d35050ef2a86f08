import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { documentAccept, toTitle } from '@muster/domain/attachment.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { errorText, hasCode } from '../../lib/error-text.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { inDialog } from '../../ui/dialogs/in-dialog.tsx'
import { FailedAct } from '../../ui/forms/failed-act.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { FilePicker, sendFile, UploadError, useUploads } from '../files/public.ts'
import { type DroppedFile, readDroppedFiles } from './dropped-files.ts'

/** Creates a resolver for the folders of an upload, which creates missing folders on demand and reuses existing ones. */
function createFolderResolver(zoneId: string, root: string | undefined) {
  const folderIdsByPath = new Map<string, Promise<string | undefined>>()

  async function createFolder(parent: string | undefined, name: string): Promise<string> {
    const parentInput = { zoneId, ...(parent && { folderId: parent }) }
    try {
      return (await api.documents.createFolder({ ...parentInput, name })).folderId
    } catch (error) {
      if (!hasCode(error, 'FOLDER_NAME_TAKEN')) throw error
      const { folders } = await api.documents.folders(parentInput)
      const existingFolder = folders.find(it => it.name.toLowerCase() === name.toLowerCase())
      if (!existingFolder) throw error
      return existingFolder.id
    }
  }

  const findFolder = (path: string): Promise<string | undefined> => {
    if (path === '') return Promise.resolve(root)
    const cachedId = folderIdsByPath.get(path)
    if (cachedId) return cachedId
    const slashIndex = path.lastIndexOf('/')
    const parent = slashIndex < 0 ? '' : path.slice(0, slashIndex)
    const folderId = findFolder(parent).then(id => createFolder(id, path.slice(slashIndex + 1)))
    // A failed creation may be retried.
    folderId.catch(() => folderIdsByPath.delete(path))
    folderIdsByPath.set(path, folderId)
    return folderId
  }
  /** `find` returns the id of the folder at a path such as `Plans/Old`; for an empty path, `root`. */
  return { find: findFolder }
}

type Props = {
  zoneId: string
  folderId: string | undefined
  dropped: readonly DroppedFile[]
  onClose: () => void
}

const MAX_FILES = 200

export const UploadDialog = inDialog(UploadForm, { title: t`Upload File`, width: 560, keptInAddress: true })

function UploadForm({ zoneId, folderId, dropped, onClose }: Props) {
  const [typedTitle, setTypedTitle] = useState<string>()
  const [isChecked, setIsChecked] = useState(false)
  /** True after an upload without the refused files, which stay named until the dialog is closed. */
  const [isUploaded, setIsUploaded] = useState(false)
  const folderResolver = useRef(createFolderResolver(zoneId, folderId))
  const uploads = useUploads({
    most: MAX_FILES,
    accepted: 'documents',
    tooLarge: t`File size must be less than 10MB`,
    failed: t`Failed to upload file`,
  })
  const addFiles = (files: readonly DroppedFile[]) => {
    for (const { file, folders } of files) void uploads.add([file], folders.join('/'))
  }
  const hasAddedDropped = useRef(false)
  if (!hasAddedDropped.current) {
    hasAddedDropped.current = true
    queueMicrotask(() => addFiles(dropped))
  }
  const usage = useQuery(orpc.documents.usage.queryOptions({ input: { zoneId } }))
  const readyItems = uploads.items.filter(it => it.state !== 'refused')
  const fileCount = readyItems.length
  const refusedCount = uploads.items.length - fileCount
  const [onlyItem] = fileCount === 1 ? readyItems : []
  const title = typedTitle ?? (onlyItem ? toTitle(onlyItem.name) : '')
  const send = useAct({
    call: async () => {
      const outcome = await uploads.sendAll(async upload => {
        const attachment = await sendFile('documents', { zoneId }, upload)
        try {
          const targetFolderId = await folderResolver.current.find(upload.place ?? '')
          await api.documents.add({
            zoneId,
            fileId: attachment.id,
            title: (onlyItem ? title.trim() : toTitle(upload.file.name)).slice(0, 200),
            ...(targetFolderId && { folderId: targetFolderId }),
          })
        } catch (error) {
          throw new UploadError(errorText(error, t`Failed to upload file`), { cause: error })
        }
        return attachment
      })
      if (outcome !== 'sent') throw new Error('')
    },
    onDone: () => (refusedCount > 0 ? setIsUploaded(true) : onClose()),
    done: () =>
      onlyItem
        ? t`File uploaded successfully`
        : [t`File uploaded successfully`, t`${plural(fileCount, { one: '# file', other: '# files' })}`],
    invalidates: [orpc.documents.key()],
  })
  const { used = 0, quota = null } = usage.data ?? {}
  const usedSpace = formatBytes(used)
  const quotaSpace = quota === null ? undefined : formatBytes(quota)
  return (
    <Form
      gap={0}
      onSubmit={() => {
        setIsChecked(true)
        if (!isUploaded && fileCount > 0 && (!onlyItem || title.trim() !== '')) send.mutate()
      }}
    >
      <Stack>
        <FailedAct act={send} failed={t`Failed to upload file`} />
        {isUploaded && (
          <ProblemAlert
            title={t`${plural(refusedCount, { one: '# file wasn’t uploaded', other: '# files weren’t uploaded' })}`}
          >
            {t`The reason is shown below its name. The other files are in the folder.`}
          </ProblemAlert>
        )}
        <FilePicker
          label={t`Files`}
          help={t`PDF, Word, Excel, PowerPoint, text and pictures, up to 10 MB each. Files are stored unchanged, including a photo’s location. HEIC photos are converted to JPEG, which removes the location. A file with the same name as an existing one becomes its next version.`}
          uploads={uploads}
          most={MAX_FILES}
          accept={documentAccept}
          disabled={send.isPending || isUploaded}
          onRetry={() => send.mutate()}
          onDropped={data => void readDroppedFiles(data).then(addFiles)}
        />
        {isChecked && fileCount === 0 && <ProblemAlert>{t`Choose a file`}</ProblemAlert>}
        {onlyItem && !isUploaded && (
          <TextInput
            label={t`Title`}
            required
            maxLength={200}
            value={title}
            error={isChecked && title.trim() === '' && t`Title is required`}
            onChange={event => setTypedTitle(event.currentTarget.value)}
          />
        )}
        {usage.data && (
          <Text size="xs" c="dimmed">
            {quotaSpace === undefined ? (
              <Trans>This zone’s files use {usedSpace}.</Trans>
            ) : (
              <Trans>
                This zone’s files use {usedSpace} of {quotaSpace}.
              </Trans>
            )}
          </Text>
        )}
      </Stack>
      {isUploaded ? (
        <DialogButtons>
          <Button onClick={onClose}>{t`Done`}</Button>
        </DialogButtons>
      ) : (
        <FormButtons
          label={t`Upload`}
          workingLabel={t`Uploading…`}
          working={send.isPending}
          onCancel={() => {
            for (const { id } of uploads.items) uploads.remove(id)
            onClose()
          }}
        />
      )}
    </Form>
  )
}
