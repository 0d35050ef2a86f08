/** How much a broadcast wants to be read, from the least to the most. */
export const broadcastPriorities = ['low', 'normal', 'high', 'urgent'] as const
export type BroadcastPriority = (typeof broadcastPriorities)[number]
export const defaultPriority: BroadcastPriority = 'normal'

/** Whether it was sent, waits for its time, or was taken back before that. */
export const broadcastStates = ['scheduled', 'sent', 'recalled'] as const

/** How far a broadcast has come with one person; they only go forward, and `unreachable` says why. */
export const recipientStates = ['queued', 'delivered', 'pushed', 'seen', 'answered', 'unreachable'] as const
export type RecipientState = (typeof recipientStates)[number]

/** The meaning of an answer: who answers with help comes first everywhere and alerts those who look after the zone. */
export const answerMeanings = ['safe', 'help', 'neutral'] as const
export type AnswerMeaning = (typeof answerMeanings)[number]

/** An answer that a broadcast offers. */
export type OfferedAnswer = { readonly text: string; readonly meaning: AnswerMeaning }

/** The answers of a new question. */
export const defaultAnswers: readonly OfferedAnswer[] = [
  { text: 'I am safe', meaning: 'safe' },
  { text: 'I need help', meaning: 'help' },
]

/** Answers as they are stored and sent: older apps send texts alone, which mean what the default answer of that text means. The first of two with the same text counts. */
export function toAnswers(sent: readonly (string | OfferedAnswer)[]): OfferedAnswer[] {
  const byText = new Map<string, OfferedAnswer>()
  for (const it of sent) {
    const text = typeof it === 'string' ? it : it.text
    if (byText.has(text)) continue
    const meaning =
      typeof it === 'string' ? defaultAnswers.find(one => one.text === text)?.meaning : it.meaning
    byText.set(text, { text, meaning: meaning ?? 'neutral' })
  }
  return [...byText.values()]
}

/** The answers of a stored row, whose meanings stand beside their texts; rows of older versions have none. */
export const pairAnswers = (texts: readonly string[], meanings: readonly string[]): OfferedAnswer[] =>
  texts.map((text, place) => ({
    text,
    meaning: answerMeanings.find(one => one === meanings[place]) ?? 'neutral',
  }))

/** The meaning of a given answer among those offered; null where none was given. */
export const meaningOf = (answers: readonly OfferedAnswer[], given: string | null): AnswerMeaning | null =>
  given === null ? null : (answers.find(({ text }) => text === given)?.meaning ?? 'neutral')
