import { msg } from '@lingui/core/runtime-macro'

/** Priorities, lowest first. */
export const broadcastPriorities = ['low', 'normal', 'high', 'urgent'] as const
export type BroadcastPriority = (typeof broadcastPriorities)[number]
export const defaultPriority: BroadcastPriority = 'normal'

/** The states of a broadcast: waiting for its time, sent, or recalled before its time. */
export const broadcastStates = ['scheduled', 'sent', 'recalled'] as const

/** The delivery state of a broadcast for one person. It only moves forward; `unreachable` carries a reason. */
export const recipientStates = ['queued', 'delivered', 'pushed', 'seen', 'answered', 'unreachable'] as const
export type RecipientState = (typeof recipientStates)[number]

/** The meaning of an answer. Answers that ask for help are listed first everywhere, and alert the people in charge of the zone. */
export const answerMeanings = ['safe', 'help', 'neutral'] as const
export type AnswerMeaning = (typeof answerMeanings)[number]

export type OfferedAnswer = { readonly text: string; readonly meaning: AnswerMeaning }

/** The default answers to a new question. */
export const defaultAnswers = [
  { text: msg`I am safe`, meaning: 'safe' },
  { text: msg`I need help`, meaning: 'help' },
] as const

/** The meanings of answers from older versions of the app, which send only texts, and only in English. */
const legacyAnswerMeanings: ReadonlyMap<string, AnswerMeaning> = new Map([
  ['I am safe', 'safe'],
  ['I need help', 'help'],
])

/** A plain text means what the default answer of that English text does, else `neutral`. Of equal texts, the first wins. */
export function toAnswers(answers: readonly (string | OfferedAnswer)[]): OfferedAnswer[] {
  const answersByText = new Map<string, OfferedAnswer>()
  for (const it of answers) {
    const text = typeof it === 'string' ? it : it.text
    if (answersByText.has(text)) continue
    const meaning = typeof it === 'string' ? legacyAnswerMeanings.get(text) : it.meaning
    answersByText.set(text, { text, meaning: meaning ?? 'neutral' })
  }
  return [...answersByText.values()]
}

/** A stored row keeps texts and meanings in separate arrays. Rows from older versions have no meanings. */
export const pairAnswers = (texts: readonly string[], meanings: readonly string[]): OfferedAnswer[] =>
  texts.map((text, index) => ({
    text,
    meaning: answerMeanings.find(meaning => meaning === meanings[index]) ?? 'neutral',
  }))

/** Returns the meaning of a person's answer: `neutral` if it is not among the offered ones, null if there is no answer. */
export const findMeaning = (
  answers: readonly OfferedAnswer[],
  answer: string | null,
): AnswerMeaning | null =>
  answer === null ? null : (answers.find(({ text }) => text === answer)?.meaning ?? 'neutral')
