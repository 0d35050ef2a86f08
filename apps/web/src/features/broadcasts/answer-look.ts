import { t } from '@lingui/core/macro'
import type { AnswerMeaning } from '@muster/domain/broadcast.ts'
import { type Icon, IconLifebuoy, IconMessageReply, IconShieldCheck } from '@tabler/icons-react'
import type { Tone } from '../../ui/badges/tag.tsx'

/** The style of an answer by its meaning. No other meaning shares the colour and icon of help. */
export const answerStyles: Readonly<Record<AnswerMeaning, { tone: Tone; icon: Icon; word: string }>> = {
  safe: { tone: 'good', icon: IconShieldCheck, word: t`Safe` },
  help: { tone: 'danger', icon: IconLifebuoy, word: t`Help` },
  neutral: { tone: 'quiet', icon: IconMessageReply, word: t`Neutral` },
}
