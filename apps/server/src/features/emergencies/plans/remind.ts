import type { Audience, WriteContext } from '../../../live/write.ts'
import { alertOthers, alertPeople } from '../alert-people.ts'
import { countOnRoll } from '../board/roll-counts.queries.ts'
import { reminderAlert, stillMissingAlert } from '../emergencies.alerts.ts'
import { contactsOnSite, emergencyManagers, otherContacts, peopleMissing } from '../emergencies.audience.ts'
import { lockOpen } from '../roll.queries.ts'
import { type JobDeps, runForEach } from '../run-for-each.ts'
import {
  clearContactTime,
  hasContacts,
  listDueReminders,
  noteAskedAgain,
  noteSent,
  readDue,
} from './plans.queries.ts'

/** Maximum emergencies per run; the next run continues. */
const MAX_EMERGENCIES = 200

/**
 * Tells the contacts how many are missing. Each emergency has its own transaction; the database keeps what was asked, so a restart
 * repeats nothing.
 */
export const sendReminders = (deps: JobDeps): Promise<void> =>
  runForEach(deps, {
    reason: 'everybody on the roll is asked, whoever they are',
    list: tx => listDueReminders(tx, MAX_EMERGENCIES),
    run: remind,
    failure: 'Emergencies: a reminder could not be sent yet',
  })

/** Sends what is due for one emergency, unless it has ended. */
export async function remind({ tx, alert }: WriteContext, id: string): Promise<void> {
  const emergency = await lockOpen(tx, id)
  if (!emergency) return
  const due = await readDue(tx, id)
  const { missing } = (await countOnRoll(tx, id)).states
  if (due.asks) {
    await noteAskedAgain(tx, id)
    // Counts the first call, so the first repetition is number 2.
    const time = emergency.asked_again + 2
    if (missing > 0) {
      await alertPeople({ tx, alert }, emergency, peopleMissing(id), (it, to) => reminderAlert(it, time, to))
      await noteSent(tx, id, { what: 'asked_again', people: missing })
    }
  }
  if (due.tells) {
    await clearContactTime(tx, id)
    if (missing === 0) return
    const facts = { missing, minutes: due.minutes }
    // Without a contact who can be told, the managers of the zones are told instead.
    const tellsContacts = await hasContacts(tx, id)
    const onSite = tellsContacts ? contactsOnSite(id) : emergencyManagers(id)
    await noteSent(tx, id, { what: tellsContacts ? 'contacts_told' : 'managers_told', people: missing })
    const tell = (to: Audience, opensBoard: boolean) =>
      alertOthers({ tx, alert }, emergency, to, (it, those) =>
        stillMissingAlert(it, { ...facts, opensBoard }, those),
      )
    await tell(onSite, true)
    await tell(otherContacts(id), false)
  }
}
