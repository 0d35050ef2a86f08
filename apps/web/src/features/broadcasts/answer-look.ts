import type { AnswerMeaning } from '@muster/domain/broadcast.ts'
import { type Icon, IconLifebuoy, IconMessageReply, IconShieldCheck } from '@tabler/icons-react'
import type { Tone } from '../../ui/badges/tag.tsx'

/** The look of an answer by its meaning. Help shares its colour and icon with no other meaning. */
export const answerLooks: Readonly<Record<AnswerMeaning, { tone: Tone; icon: Icon; word: string }>> = {
  safe: { tone: 'good', icon: IconShieldCheck, word: 'Safe' },
  help: { tone: 'danger', icon: IconLifebuoy, word: 'Help' },
  neutral: { tone: 'quiet', icon: IconMessageReply, word: 'Neutral' },
}
