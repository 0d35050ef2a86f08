import { findMeaning, pairAnswers } from '@muster/domain/broadcast.ts'
import type { WriteContext } from '../../live/write.ts'
import { alertsEvents, markRead } from '../alerts/index.ts'
import { listAlertedHelpers, listHelpers, readName } from './answers.queries.ts'
import { helpAlert } from './broadcasts.alerts.ts'
import type { BroadcastRow } from './broadcasts.queries.ts'

type Question = Pick<BroadcastRow, 'id' | 'title' | 'answers' | 'answer_meanings'>

/** Alerts those responsible when a call for help begins or is withdrawn, even after the question has ended. */
export async function followAnswer(
  { tx, publish, alert }: WriteContext,
  question: Question,
  { userId, answer }: { userId: string; answer: string },
): Promise<void> {
  const source = `broadcast:${question.id}`
  await markRead(tx, userId, { sources: [source, `${source}:reminder:%`] })
  publish(alertsEvents, { kind: 'alerts.changed', userId })
  const meaning = findMeaning(pairAnswers(question.answers, question.answer_meanings), answer) ?? 'neutral'
  const alertedHelpers = await listAlertedHelpers(tx, question.id, userId)
  const isCallForHelp = meaning === 'help'
  if (isCallForHelp ? alertedHelpers.some(it => it.open) : !alertedHelpers.some(it => it.called)) return
  const person = { userId, answer, meaning, name: await readName(tx, userId) }
  // Helpers who share two zones with the person get one alert.
  const reachedIds = new Set<string>()
  for (const { zone_id, user_ids } of isCallForHelp
    ? await listHelpers(tx, question.id, userId)
    : alertedHelpers) {
    const recipientIds = user_ids.filter(id => !reachedIds.has(id))
    for (const id of recipientIds) reachedIds.add(id)
    alert(helpAlert(question, person, { zoneId: zone_id, to: recipientIds }))
  }
}
