import { i18n } from '@lingui/core'
import { errors } from '@muster/contract/errors.ts'
import { limits } from '@muster/domain/limits.ts'
import { shrinkImage } from './shrink-image.ts'

/** Returns a file ready to upload, shrunk if necessary, or the reason why it cannot be used. The server validates it again. */
export async function prepareImage(file: File): Promise<{ file: File } | { problem: string }> {
  if (!file.type.startsWith('image/')) return { problem: i18n._(errors.IMAGE_INVALID.text) }
  if (file.size <= limits.profileImageMaxBytes) return { file }
  const smallerFile = await shrinkImage(file)
  if (smallerFile === 'unreadable') return { problem: i18n._(errors.IMAGE_INVALID.text) }
  return smallerFile ? { file: smallerFile } : { problem: i18n._(errors.IMAGE_TOO_LARGE.text) }
}
