import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Button, Progress, Stack, Text } from '@mantine/core'
import { errors } from '@muster/contract/errors.ts'
import { useEffect, useRef, useState } from 'react'
import { formatPercent } from '../../lib/format-count.ts'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { inDialog } from '../../ui/dialogs/in-dialog.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { type Crop, centerCrop, type Size } from './crop.ts'
import { CropControl } from './crop-control.tsx'
import { hasTooManyPixels, shrinkImage } from './shrink-image.ts'
import { UploadError, uploadProfileImage } from './upload-profile-image.ts'

type Props = {
  file: File
  onClose: () => void
  /** Called if the browser cannot decode the picture. */
  onUnreadable: (text: string) => void
  onUploaded: (profileImageUrl: string) => void
}

/** Crops a photo and uploads it. A failed upload can be retried with the same crop. */
export const PhotoDialog = inDialog(PhotoForm, { title: t`Crop your photo` })

function PhotoForm({ file, onClose, onUnreadable, onUploaded }: Props) {
  const [source, setSource] = useState<string>()
  const [size, setSize] = useState<Size>()
  const [crop, setCrop] = useState<Crop>({ x: 0, y: 0, side: 1 })
  const [progress, setProgress] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const uploadControllerRef = useRef<AbortController>(null)
  const isUploading = progress !== undefined

  useEffect(() => {
    const url = URL.createObjectURL(file)
    setSource(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  useEffect(() => () => uploadControllerRef.current?.abort(), [])

  const send = async () => {
    const controller = new AbortController()
    uploadControllerRef.current = controller
    setProblem(undefined)
    setProgress(0)
    try {
      onUploaded(
        await uploadProfileImage({
          // Even a small file can have more pixels than the server accepts.
          file: await prepareUpload(file, size),
          crop,
          onProgress: setProgress,
          signal: controller.signal,
        }),
      )
    } catch (error) {
      if (error instanceof UploadError) setProblem(error.message)
    } finally {
      setProgress(undefined)
    }
  }
  const percent = Math.round((progress ?? 0) * 100)
  const percentText = formatPercent(progress ?? 0)
  return (
    <>
      <Stack>
        {problem && <ProblemAlert>{problem}</ProblemAlert>}
        {source && (
          <CropControl
            source={source}
            size={size}
            crop={crop}
            disabled={isUploading}
            onSize={size => {
              setSize(size)
              setCrop(centerCrop(size))
            }}
            onUnreadable={() => onUnreadable(i18n._(errors.IMAGE_INVALID.text))}
            onChange={setCrop}
          />
        )}
        {isUploading && (
          <div>
            <Progress value={percent} aria-label={t`Upload`} size="lg" />
            <Text size="xs" c="dimmed" role="status">
              {percent < 100 ? t`Uploading…` : t`Preparing your photo…`}
            </Text>
          </div>
        )}
      </Stack>
      <DialogButtons working={isUploading}>
        <Button
          variant="default"
          onClick={() => (isUploading ? uploadControllerRef.current?.abort() : onClose())}
        >
          {isUploading ? t`Stop` : t`Cancel`}
        </Button>
        <Button onClick={send} disabled={isUploading || !size}>
          {isUploading ? t`Uploading… ${percentText}` : problem ? t`Try again` : t`Use photo`}
        </Button>
      </DialogButtons>
    </>
  )
}

/** Shrinks a file with too many pixels. If that fails, returns the file unchanged, and the server explains the problem. */
async function prepareUpload(file: File, size: Size | undefined): Promise<File> {
  if (!size || !hasTooManyPixels(size)) return file
  const smallerFile = await shrinkImage(file)
  return smallerFile instanceof File ? smallerFile : file
}
