import type { AnswerMeaning } from '@muster/domain/broadcast.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { answerStyles } from './answer-look.ts'

export function AnswerTag({ answer, meaning }: { answer: string; meaning: AnswerMeaning }) {
  const { tone, icon } = answerStyles[meaning]
  return (
    <Tag tone={tone} icon={icon}>
      <span dir="auto">{answer}</span>
    </Tag>
  )
}
