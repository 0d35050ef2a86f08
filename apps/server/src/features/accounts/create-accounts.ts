import type { importOutcomes } from '@muster/contract/accounts.ts'
import type { Tx } from '../../db/database.ts'
import type { MailQueue } from '../../jobs/mail-queue.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { mayGiveRole } from './accounts.policy.ts'
import { findTaken } from './accounts.queries.ts'
import { type AccountForm, addAccount } from './create-account.ts'

type Outcome = (typeof importOutcomes)[number]

/** What would become of each of these people, were they created now; of the owner only. */
export async function previewAccounts(
  tx: Tx,
  actor: SignedInActor,
  people: readonly AccountForm[],
): Promise<Outcome[]> {
  const taken = await findTaken(
    tx,
    people.map(({ email }) => email.toLowerCase()),
  )
  return people.map(({ email, role }) => {
    if (!mayGiveRole(actor, role)) return 'forbidden'
    const isTaken = taken.has(email.toLowerCase())
    // Of two with one address in the file, the second finds the first.
    taken.add(email.toLowerCase())
    return isTaken ? 'exists' : 'new'
  })
}

/** Makes these accounts, all in one transaction of the owner, and invites their owners; answers what became of each. */
export async function createAccounts(
  { tx, orders }: { tx: Tx; orders: Pick<MailQueue, 'add'> },
  actor: SignedInActor,
  people: readonly AccountForm[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const form of people) {
    if (!mayGiveRole(actor, form.role)) outcomes.push('forbidden')
    else outcomes.push((await addAccount({ tx, orders }, actor, form)) ? 'new' : 'exists')
  }
  return outcomes
}
