import { limits } from '@muster/domain/limits.ts'

/**
 * Completes a report of which one text is enough: without a description the title stands for it, and without a title the first line
 * of the description does.
 */
export function completeReport({ title, description }: { title: string; description: string }) {
  const [typedTitle, typedDescription] = [title.trim(), description.trim()]
  const [firstLine = ''] = typedDescription.split('\n')
  return {
    title: typedTitle || firstLine.trim().slice(0, limits.titleMaxLength),
    description: typedDescription || typedTitle,
  }
}
