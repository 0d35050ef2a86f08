import type { importOutcomes } from '@muster/contract/accounts.ts'
import type { Tx } from '../../db/database.ts'
import type { MailQueue } from '../../jobs/mail-queue.ts'
import type { WriteContext } from '../../live/write.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { mayImportRole } from './accounts.policy.ts'
import { findTakenEmails } from './accounts.queries.ts'
import { type AccountForm, addAccount } from './create-account.ts'

type Outcome = (typeof importOutcomes)[number]

/** Returns the outcome that creating each person would have now, without creating anything. Requires the database owner role. */
export async function previewAccounts(tx: Tx, people: readonly AccountForm[]): Promise<Outcome[]> {
  const takenEmails = await findTakenEmails(
    tx,
    people.map(({ email }) => email.toLowerCase()),
  )
  return people.map(({ email, role }) => {
    if (!mayImportRole(role)) return 'forbidden'
    const isTaken = takenEmails.has(email.toLowerCase())
    // If the file contains an address twice, the second one counts as existing.
    takenEmails.add(email.toLowerCase())
    return isTaken ? 'exists' : 'new'
  })
}

/**
 * Creates these accounts in one transaction as the database owner, invites the people and returns the outcome for each. Works in
 * the order of addresses, so that two imports of the same people wait for each other instead of deadlocking.
 */
export async function createAccounts(
  its: WriteContext & { orders: Pick<MailQueue, 'add'> },
  actor: SignedInActor,
  people: readonly AccountForm[],
  organisationId?: string,
): Promise<Outcome[]> {
  const outcomesByForm = new Map<AccountForm, Outcome>()
  const toAddress = ({ email }: AccountForm) => email.toLowerCase()
  for (const form of people.toSorted((a, b) =>
    toAddress(a) < toAddress(b) ? -1 : Number(toAddress(a) > toAddress(b)),
  )) {
    if (!mayImportRole(form.role)) outcomesByForm.set(form, 'forbidden')
    else
      outcomesByForm.set(form, (await addAccount(its, actor, { ...form, organisationId })) ? 'new' : 'exists')
  }
  return people.map(form => outcomesByForm.get(form) ?? 'exists')
}
