import { errors } from '@muster/contract/errors.ts'
import { limits } from '@muster/domain/limits.ts'

/** What speaks against a chosen file before it is sent, or undefined. The server looks at the content again. */
export function imageProblem(file: Pick<File, 'size' | 'type'>): string | undefined {
  if (!file.type.startsWith('image/')) return errors.IMAGE_INVALID.message
  if (file.size > limits.profileImageMaxBytes) return errors.IMAGE_TOO_LARGE.message
  return undefined
}
