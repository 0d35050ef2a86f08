import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import { type WriteContext, write } from '../../live/write.ts'
import { type PersonChange, takePersonChanges, takeZoneChanges } from './changes.queries.ts'
import {
  absentPeopleAlert,
  forgottenCheckOutAlert,
  peopleChangedAlert,
  shiftReminderAlert,
  zoneChangedAlert,
} from './notices.alerts.ts'
import { takeAbsentPeople, takeForgottenCheckOuts, takeShiftReminders } from './shift-notices.queries.ts'

/**
 * Every minute, beside the check writer, so checks cost nothing and going in and out within a minute is not reported twice. Each
 * kind has its own transaction: a crash neither loses nor repeats a notice, and a failed kind is logged and tried again by the next
 * run.
 */
export async function sendNotices(
  db: Pick<Database, 'asOwner'>,
  log: Log,
  defaultTimeZone: string,
): Promise<void> {
  const run = crypto.randomUUID()
  for (const send of [sendZoneChanges, sendPersonChanges, sendAbsences, sendReminders, sendForgotten])
    try {
      await db.asOwner('notices concern people of all zones', tx =>
        write(tx, context => send(context, { run, defaultTimeZone })),
      )
    } catch (error) {
      log.error({ err: error, kind: send.name }, 'A kind of notice could not be sent')
    }
}

type Log = Pick<FastifyBaseLogger, 'error'>

type Run = { readonly run: string; readonly defaultTimeZone: string }

async function sendZoneChanges({ tx, alert }: WriteContext, { run }: Run): Promise<void> {
  for (const change of await takeZoneChanges(tx)) alert(zoneChangedAlert(change, run))
}

async function sendPersonChanges({ tx, alert }: WriteContext, { run, defaultTimeZone }: Run): Promise<void> {
  const changesByRule = new Map<string, [PersonChange, ...PersonChange[]]>()
  for (const change of await takePersonChanges(tx, defaultTimeZone)) {
    const others = changesByRule.get(change.rule_id)
    if (others) others.push(change)
    else changesByRule.set(change.rule_id, [change])
  }
  for (const changes of changesByRule.values()) alert(peopleChangedAlert(changes, run))
}

async function sendAbsences({ tx, alert }: WriteContext, { defaultTimeZone }: Run): Promise<void> {
  for (const absence of await takeAbsentPeople(tx, defaultTimeZone)) alert(absentPeopleAlert(absence))
}

async function sendReminders({ tx, alert }: WriteContext, { defaultTimeZone }: Run): Promise<void> {
  for (const reminder of await takeShiftReminders(tx, defaultTimeZone)) alert(shiftReminderAlert(reminder))
}

async function sendForgotten({ tx, alert }: WriteContext, { defaultTimeZone }: Run): Promise<void> {
  for (const visit of await takeForgottenCheckOuts(tx, defaultTimeZone)) alert(forgottenCheckOutAlert(visit))
}
