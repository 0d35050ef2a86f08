import { limits } from '@muster/domain/limits.ts'

/** One text is enough: without a description the title stands for it, without a title the description's first line. */
export function completeReport({ title, description }: { title: string; description: string }) {
  const [typedTitle, typedDescription] = [title.trim(), description.trim()]
  const [firstLine = ''] = typedDescription.split('\n')
  return {
    title: typedTitle || firstLine.trim().slice(0, limits.titleMaxLength),
    description: typedDescription || typedTitle,
  }
}
